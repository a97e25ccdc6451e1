package vesper.services.endpoints;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.documents.DocumentId;
import vesper.documents.queries.Cursor;
import vesper.documents.queries.CursorKey;
import vesper.documents.queries.Grouping;
import vesper.documents.queries.Order;
import vesper.documents.queries.Query;
import vesper.documents.queries.QueryException;
import vesper.documents.queries.Search;
import vesper.documents.queries.Selection;
import vesper.http.Request;

/**
 * A client's request for a list.
 *
 * @param isSearch true if documents must be searched; otherwise they are listed in the order of their ids
 * @param after id after which a plain list continues
 * @param waits true to wait until the index has caught up
 * @param isConsistent true to include everything that any node has acknowledged
 * @param asOf time at which the listed versions were current; empty for the current versions
 * @param allVersions true for all kept versions instead of the current ones
 */
record AskedList(
        Search search,
        boolean isSearch,
        int limit,
        Optional<DocumentId> after,
        Optional<Selection> select,
        boolean count,
        boolean waits,
        boolean isConsistent,
        Optional<Instant> asOf,
        boolean allVersions) {
    private static final int USUAL_LIMIT = 50;
    private static final int USUAL_GROUPS = 10;
    private static final List<String> KNOWN = List.of(
            "q",
            "sort",
            "limit",
            "cursor",
            "select",
            "count",
            "groupBy",
            "figures",
            "groups",
            "wait",
            Freshness.CONSISTENT,
            "asOf",
            "versions");

    /**
     * @param given the parameters of the request
     * @throws vesper.rest.ProblemException with everything that is wrong
     */
    static AskedList of(Map<String, String> given, Request request, CursorKey key, long nowMillis) {
        Asked asked = Asked.only(request, KNOWN);
        String q = given.getOrDefault("q", "");
        String sort = given.getOrDefault("sort", "");
        String groupBy = given.get("groupBy");
        int limit = asked.number("limit", given.get("limit"), 0, Search.MOST_HITS, USUAL_LIMIT);
        Optional<Instant> asOf = asked.time("asOf", given.get("asOf"));
        boolean allVersions = allVersions(given.get("versions"), asked);
        if (allVersions && given.containsKey("asOf")) asked.bad("versions", "does not go with asOf");
        boolean isSearch = !q.isBlank() || !sort.isBlank() || groupBy != null || asOf.isPresent() || allVersions;
        Query query = parsed("q", asked, Query.ALL, () -> Query.parse(q, nowMillis));
        // A document occurs once for each of its versions, so only id and version together identify a hit.
        String whole = allVersions ? (sort.isBlank() ? "_id" : sort) + ",_version" : sort;
        Order order = parsed("sort", asked, Order.BY_ID, () -> Order.parse(whole));
        Search search = Search.of(query).in(order).limit(limit);
        String cursor = given.get("cursor");
        Optional<DocumentId> after = Optional.empty();
        if (cursor != null && isSearch) {
            Search first = search;
            search = parsed("cursor", asked, first, () -> first.after(Cursor.parse(cursor, order, key)));
        } else if (cursor != null) {
            after = after(cursor, asked);
        }
        if (groupBy != null) {
            Search ungrouped = search;
            int groups = asked.number("groups", given.get("groups"), 1, Grouping.MOST_GROUPS, USUAL_GROUPS);
            search = parsed(
                    "groupBy",
                    asked,
                    ungrouped,
                    () -> ungrouped.groupBy(Grouping.parse(groupBy, names(given.get("figures")), groups)));
        } else if (given.containsKey("figures")) {
            asked.bad("figures", "are of groups, and there is no groupBy");
        }
        String fields = given.get("select");
        Optional<Selection> select = fields == null
                ? Optional.empty()
                : parsed("select", asked, Optional.empty(), () -> Optional.of(Selection.parse(fields)));
        boolean count = asked.isTrue("count", given.get("count"));
        boolean isConsistent = asked.isTrue(Freshness.CONSISTENT, given.get(Freshness.CONSISTENT));
        boolean waits = asked.isTrue("wait", given.get("wait")) || isConsistent;
        asked.refuse();
        return new AskedList(search, isSearch, limit, after, select, count, waits, isConsistent, asOf, allVersions);
    }

    /** Checks whether versions other than the current ones are searched. */
    boolean isPast() {
        return asOf.isPresent() || allVersions;
    }

    private static boolean allVersions(@Nullable String text, Asked asked) {
        if (text == null || text.equals("current")) return false;
        if (!text.equals("all")) asked.bad("versions", "expected all or current");
        return true;
    }

    private static List<String> names(@Nullable String text) {
        if (text == null) return List.of();
        return Arrays.stream(text.split(",")).map(String::strip).toList();
    }

    private static Optional<DocumentId> after(String cursor, Asked asked) {
        try {
            return Optional.of(new DocumentId(cursor));
        } catch (IllegalArgumentException _) {
            asked.bad("cursor", "belongs to no page of this list");
            return Optional.empty();
        }
    }

    /** A parser that may fail. */
    @FunctionalInterface
    private interface Parsing<R> {
        R parse() throws QueryException;
    }

    private static <R> R parsed(String name, Asked asked, R otherwise, Parsing<R> parsing) {
        try {
            return parsing.parse();
        } catch (QueryException wrong) {
            asked.bad(name, wrong.getMessage());
            return otherwise;
        }
    }
}

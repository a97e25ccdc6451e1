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
 * @param waitsForIndex true to wait until the index has caught up
 * @param isConsistent true to include everything that any node has acknowledged
 * @param asOf time at which the listed versions were current; empty for the current versions
 * @param allVersions true for all kept versions instead of the current ones
 */
record ListRequest(
        Search search,
        boolean isSearch,
        int limit,
        Optional<DocumentId> after,
        Optional<Selection> select,
        boolean count,
        boolean waitsForIndex,
        boolean isConsistent,
        Optional<Instant> asOf,
        boolean allVersions) {
    /**
     * The documents that a caller may read.
     *
     * @param query empty for all
     * @param needsSearch whether a plain list of them takes a search, since there are too many to look at each
     */
    record ReadableDocuments(Optional<Query> query, boolean needsSearch) {}

    private static final int DEFAULT_LIMIT = 50;
    private static final int DEFAULT_GROUPS = 10;
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
     * @param parameters the parameters of the request
     * @param readable documents that the caller may read
     * @throws vesper.rest.ProblemException with everything that is wrong
     */
    static ListRequest of(
            Map<String, String> parameters,
            Request request,
            CursorKey key,
            ReadableDocuments readable,
            long nowMillis) {
        QueryParameters checks = QueryParameters.requireKnown(request, KNOWN);
        String q = parameters.getOrDefault("q", "");
        String sort = parameters.getOrDefault("sort", "");
        String groupBy = parameters.get("groupBy");
        int limit = checks.number("limit", parameters.get("limit"), 0, Search.MOST_HITS, DEFAULT_LIMIT);
        Optional<Instant> asOf = checks.time("asOf", parameters.get("asOf"));
        boolean allVersions = allVersions(parameters.get("versions"), checks);
        if (allVersions && parameters.containsKey("asOf")) checks.addError("versions", "cannot be combined with asOf");
        boolean isSearch = !q.isBlank()
                || !sort.isBlank()
                || groupBy != null
                || asOf.isPresent()
                || allVersions
                || readable.needsSearch();
        Query requested = parsed("q", checks, Query.ALL, () -> Query.parse(q, nowMillis));
        Query query = readable.query().map(requested::and).orElse(requested);
        // A document occurs once for each of its versions, so only id and version together identify a hit.
        String whole = allVersions ? (sort.isBlank() ? "_id" : sort) + ",_version" : sort;
        Order order = parsed("sort", checks, Order.BY_ID, () -> Order.parse(whole));
        Search search = Search.of(query).in(order).limit(limit);
        String cursor = parameters.get("cursor");
        Optional<DocumentId> after = Optional.empty();
        if (cursor != null && isSearch) {
            Search first = search;
            search = parsed("cursor", checks, first, () -> first.after(Cursor.parse(cursor, order, key)));
        } else if (cursor != null) {
            after = after(cursor, checks);
        }
        if (groupBy != null) {
            Search ungrouped = search;
            int groups = checks.number("groups", parameters.get("groups"), 1, Grouping.MOST_GROUPS, DEFAULT_GROUPS);
            search = parsed(
                    "groupBy",
                    checks,
                    ungrouped,
                    () -> ungrouped.groupBy(Grouping.parse(groupBy, names(parameters.get("figures")), groups)));
        } else if (parameters.containsKey("figures")) {
            checks.addError("figures", "requires groupBy");
        }
        String fields = parameters.get("select");
        Optional<Selection> select = fields == null
                ? Optional.empty()
                : parsed("select", checks, Optional.empty(), () -> Optional.of(Selection.parse(fields)));
        boolean count = checks.flag("count", parameters.get("count"));
        boolean isConsistent = checks.flag(Freshness.CONSISTENT, parameters.get(Freshness.CONSISTENT));
        boolean waitsForIndex =
                checks.flag("wait", parameters.get("wait")) || isConsistent || (readable.needsSearch() && q.isBlank());
        checks.throwIfInvalid();
        return new ListRequest(
                search, isSearch, limit, after, select, count, waitsForIndex, isConsistent, asOf, allVersions);
    }

    /** Returns a request for the current documents that a search finds. */
    static ListRequest ofSearch(Search search) {
        return new ListRequest(
                search,
                true,
                search.limit(),
                Optional.empty(),
                Optional.empty(),
                true,
                false,
                false,
                Optional.empty(),
                false);
    }

    /** Checks whether versions other than the current ones are searched. */
    boolean searchesPastVersions() {
        return asOf.isPresent() || allVersions;
    }

    private static boolean allVersions(@Nullable String text, QueryParameters checks) {
        if (text == null || text.equals("current")) return false;
        if (!text.equals("all")) checks.addError("versions", "expected all or current");
        return true;
    }

    private static List<String> names(@Nullable String text) {
        if (text == null) return List.of();
        return Arrays.stream(text.split(",")).map(String::strip).toList();
    }

    private static Optional<DocumentId> after(String cursor, QueryParameters checks) {
        try {
            return Optional.of(new DocumentId(cursor));
        } catch (IllegalArgumentException _) {
            checks.addError("cursor", "is not a cursor of this list");
            return Optional.empty();
        }
    }

    /** A parser that may fail. */
    @FunctionalInterface
    private interface Parser<R> {
        R parse() throws QueryException;
    }

    private static <R> R parsed(String name, QueryParameters checks, R fallback, Parser<R> parser) {
        try {
            return parser.parse();
        } catch (QueryException wrong) {
            checks.addError(name, wrong.getMessage());
            return fallback;
        }
    }
}

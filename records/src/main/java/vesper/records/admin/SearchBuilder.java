package vesper.records.admin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import vesper.records.search.Query;
import vesper.records.search.QueryException;
import vesper.records.search.Search;
import vesper.records.search.Sort;
import vesper.records.search.TimeText;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;

/** Builds a search from HTTP parameters and collects all errors in them. For a single use. */
final class SearchBuilder {
    private static final int DEFAULT_LIMIT = 50;
    private static final int DEFAULT_TOP = 10;

    private final SearchParameters asked;
    private final long nowMillis;
    private final List<BadValue> bad = new ArrayList<>();
    private final boolean counts;
    private final boolean latencies;
    private final boolean waits;

    SearchBuilder(SearchParameters asked, long nowMillis) {
        this.asked = asked;
        this.nowMillis = nowMillis;
        this.counts = isTrue("count", asked.count());
        this.latencies = isTrue("latencies", asked.latencies());
        this.waits = isTrue("wait", asked.waits());
    }

    /** Returns whether to count all matches. */
    boolean counts() {
        return counts;
    }

    /** Returns whether to wait for sealing before the search. */
    boolean waits() {
        return waits;
    }

    /** A step of building the search that may fail because of one parameter. */
    private interface Step {
        Search of(Search search) throws QueryException;
    }

    /** Adds errors for unknown parameters. */
    SearchBuilder checkNames(Collection<String> names) {
        return withErrors(ParameterChecks.unknown(names, SearchParameters.NAMES));
    }

    /** Adds errors found elsewhere in the request. */
    SearchBuilder withErrors(List<BadValue> others) {
        bad.addAll(others);
        return this;
    }

    /** Adds errors for parameters that hits as lines do not support. */
    SearchBuilder asLines() {
        String detail = "does not go with application/x-ndjson, whose lines are hits alone";
        if (counts) bad("count", detail);
        if (asked.facets() != null) bad("facets", detail);
        if (asked.histogram() != null) bad("histogram", detail);
        if (latencies) bad("latencies", detail);
        return this;
    }

    /**
     * Builds the search.
     *
     * @param only a query that restricts what is searched
     * @throws ProblemException with all errors, if there are any
     */
    Search within(String only) {
        Search search = queried(only).limit(limit());
        search = between(search);
        if (asked.sort() != null) search = with("sort", search, it -> it.sort(Sort.parse(orEmpty(asked.sort()))));
        if (asked.cursor() != null) search = with("cursor", search, it -> it.after(orEmpty(asked.cursor())));
        if (counts) search = search.total();
        int top = top();
        if (asked.facets() != null) search = with("facets", search, it -> it.facets(facets(), top));
        if (asked.histogram() != null) search = search.histogram(bucketMillis(orEmpty(asked.histogram())));
        if (latencies) search = search.latencies();
        ParameterChecks.refuse(bad, "The search cannot be understood");
        return search;
    }

    private Search queried(String only) {
        try {
            Query query = Query.parse(only, nowMillis);
            return Search.of(query.and(Query.parse(orEmpty(asked.q()), nowMillis)));
        } catch (QueryException e) {
            bad("q", e.getMessage());
            return Search.of(Query.ALL);
        }
    }

    private Search between(Search search) {
        if (asked.from() == null && asked.to() == null) return search;
        OptionalLong from = time("from", asked.from(), 0);
        OptionalLong to = time("to", asked.to(), Long.MAX_VALUE);
        if (from.isEmpty() || to.isEmpty()) return search;
        if (to.getAsLong() > from.getAsLong()) return search.between(from.getAsLong(), to.getAsLong());
        bad("to", "is not after from, so nothing lies between them");
        return search;
    }

    private OptionalLong time(String name, @Nullable String text, long otherwise) {
        if (text == null) return OptionalLong.of(otherwise);
        OptionalLong time = TimeText.beginning(text, nowMillis);
        if (time.isEmpty()) bad(name, "expected " + TimeText.FORMS + ", found '" + text + "'");
        return time;
    }

    private int limit() {
        return number("limit", asked.limit(), 0, SearchParameters.MOST_LIMIT, DEFAULT_LIMIT);
    }

    private int top() {
        return number("top", asked.top(), 1, SearchParameters.MOST_TOP, DEFAULT_TOP);
    }

    private int number(String name, @Nullable String text, int least, int most, int otherwise) {
        if (text == null || text.isEmpty()) return otherwise;
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException _) {
            // Reported below.
        }
        bad(name, "expected a whole number from " + least + " to " + most);
        return otherwise;
    }

    private boolean isTrue(String name, @Nullable String text) {
        return ParameterChecks.isTrue(name, text, false, bad);
    }

    private List<String> facets() {
        return Arrays.stream(orEmpty(asked.facets()).split(","))
                .map(String::strip)
                .filter(field -> !field.isEmpty())
                .toList();
    }

    private long bucketMillis(String text) {
        long millis = text.matches("[0-9]{1,15}")
                ? Long.parseLong(text)
                : TimeText.lengthMillis(text).orElse(0);
        if (millis > 0) return millis;
        bad("histogram", "expected how long a step is, 90s, 15m, 2h, 3d or milliseconds above 0");
        return 1;
    }

    private Search with(String parameter, Search search, Step step) {
        try {
            return step.of(search);
        } catch (QueryException e) {
            bad(parameter, e.getMessage());
            return search;
        }
    }

    private void bad(String parameter, @Nullable String detail) {
        bad.add(new BadValue(parameter, String.valueOf(detail)));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}

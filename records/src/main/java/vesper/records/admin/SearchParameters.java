package vesper.records.admin;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.BindParam;
import vesper.rest.openapi.Described;

/** The unparsed parameters of a search over HTTP. {@link SearchBuilder} parses them and reports all errors at once. */
public record SearchParameters(
        @Described("What is looked for: words, \"phrases\", field:value, ranges, AND, OR, NOT; nothing for everything")
        @Nullable
        String q,

        @Described("""
        The least time: 15m or now-15m for as long ago, 2026-11-22, 2026-11-22 13:00, 2026-11-22T13:00:00Z, or milliseconds
        since 1970; UTC where no zone stands
        Example: 15m""") @Nullable String from,

        @Described("The time before which it is, written like from; it is after that") @Nullable
        String to,

        @Described("""
        A field, with a minus before it for the largest first; the newest come first otherwise. Fields are time, duration,
        status, bytesIn, bytesOut, cost, method, path, route, package, service, rule, user, remote, agent, type, externalId,
        sender, receiver and state
        Example: -duration""") @Nullable String sort,

        @Described(value = "How many at most, 50 where nothing is said", as = Integer.class)
        @Min(0)
        @Max(SearchParameters.MOST_LIMIT)
        @Nullable
        String limit,

        @Described("Where the next page begins: next of the page before") @Nullable
        String cursor,

        @Described(value = "Whether to say how many there are in all", as = Boolean.class) @Nullable
        String count,

        @Described("""
        Fields whose values are counted, separated by commas: those of sort but for time, duration, bytesIn and bytesOut,
        and kind
        Example: status,route""") @Nullable String facets,

        @Described(value = "How many values of each are named, 10 where nothing is said", as = Integer.class)
        @Min(1)
        @Max(SearchParameters.MOST_TOP)
        @Nullable
        String top,

        @Described("""
        Counts by time, in steps that are so long: 90s, 15m, 2h, 3d, 1w, or milliseconds
        Example: 15m""") @Nullable String histogram,

        @Described(value = "Whether to say how long what was found took", as = Boolean.class) @Nullable
        String latencies,

        @Described(
                value =
                        "Whether to wait until sealing has taken up all that was answered before; it is found without that, too",
                as = Boolean.class)
        @BindParam("wait")
        @Nullable
        String waits) {
    static final int MOST_LIMIT = 1000;
    static final int MOST_TOP = 1000;

    /** Names of all parameters, as in requests. */
    static final List<String> NAMES = List.of(
            "q", "from", "to", "sort", "limit", "cursor", "count", "facets", "top", "histogram", "latencies", "wait");

    /** Returns parameters for one page of a query's matches. */
    static SearchParameters page(
            @Nullable String q, @Nullable String from, @Nullable String to, @Nullable String limit) {
        return new SearchParameters(q, from, to, null, limit, null, null, null, null, null, null, null);
    }
}

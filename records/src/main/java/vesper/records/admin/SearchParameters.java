package vesper.records.admin;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.BindParam;
import vesper.rest.openapi.Described;

/** What a search over HTTP can be asked. */
public record SearchParameters(
        @Described("What is looked for: words, \"phrases\", field:value, ranges, AND, OR, NOT; nothing for everything")
        @Nullable
        String q,

        @Described("The least time, ISO-8601 or milliseconds since 1970") @Nullable
        String from,

        @Described("The time before which it is, written like from") @Nullable
        String to,

        @Described("A field, with a minus before it for the largest first; the newest come first otherwise") @Nullable
        String sort,

        @Described("How many at most, 50 where nothing is said, 1000 at most") @Nullable
        Integer limit,

        @Described("Where the next page begins: next of the page before") @Nullable
        String cursor,

        @Described("Whether to say how many there are in all") @Nullable
        Boolean count,

        @Described("Fields whose values are counted, separated by commas: status,route") @Nullable
        String facets,

        @Described("How many values of each are named, 10 where nothing is said") @Nullable
        Integer top,

        @Described("Counts by time, in steps of so many milliseconds") @Nullable
        Long histogram,

        @Described("Whether to say how long what was found took") @Nullable
        Boolean latencies,

        @Described(
                "Whether to wait until sealing has taken up all that was answered before; it is found without that, too")
        @BindParam("wait")
        @Nullable
        Boolean waits) {
    /** One page of what a query finds. */
    static SearchParameters page(String q, @Nullable String from, @Nullable String to, int limit) {
        return new SearchParameters(q, from, to, null, limit, null, null, null, null, null, null, null);
    }
}

package vesper.records.search;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a search found beside its hits.
 *
 * @param hits how many were handed over and could be read
 * @param next where the next page begins
 * @param total how many rows match in all, each id of what was added to a transaction once; where it was asked for
 * @param facets in the order in which they were asked for
 * @param latencies where they were asked for, of exchanges
 * @param lookedBackTo everything later than this was looked at, milliseconds since 1970; {@link Long#MIN_VALUE} where
 *     everything was
 * @param damaged what could not be read, and so is missing here
 */
public record SearchResult(
        long hits,
        Optional<String> next,
        OptionalLong total,
        List<Facet> facets,
        Optional<Histogram> histogram,
        Optional<Latencies> latencies,
        End end,
        long lookedBackTo,
        List<String> damaged) {

    /** Why a search came to its end. */
    public enum End {
        /** Everything was looked at that could matter. */
        COMPLETE,
        TIME_LIMIT,
        CANCELLED
    }

    /**
     * How often which values of a field are among what matches.
     *
     * @param values the most frequent ones, in falling order
     * @param isCut whether there are more different values than are counted, so that one that came late may be missing
     */
    public record Facet(String field, List<Count> values, boolean isCut) {}

    public record Count(String value, long count) {}

    /**
     * How much matches in which time.
     *
     * @param bucketMillis how long one is
     * @param counts by when they begin, milliseconds since 1970; those with none are left out
     */
    public record Histogram(long bucketMillis, Map<Long, Long> counts) {}

    /**
     * Durations of what matches, in microseconds, exact to 1 %.
     *
     * @param spans how many took how long, from the shortest to the longest without a gap
     */
    public record Latencies(long count, long p50, long p90, long p99, long most, List<LatencySpan> spans) {}

    /**
     * How many took how long; who is closer to a bound than 1 % may be counted on its other side.
     *
     * @param above microseconds that they all took longer than; -1 for the first
     * @param upTo microseconds that none of them took longer than
     */
    public record LatencySpan(long above, long upTo, long count) {}

    public boolean isComplete() {
        return end == End.COMPLETE && damaged.isEmpty();
    }
}

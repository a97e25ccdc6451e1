package vesper.records.search;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The outcome of a search, apart from its hits.
 *
 * @param hits number of hits that were delivered and could be read
 * @param next cursor of the next page, if there is one
 * @param total number of matching rows, counting the additions to a transaction as one; empty if not requested
 * @param facets in the order of the request
 * @param latencies of the matching exchanges; empty if not requested
 * @param lookedBackTo all rows later than this were searched, in milliseconds since 1970; {@link Long#MIN_VALUE} if the
 *     search was complete
 * @param damaged descriptions of data that could not be read and is missing from the result
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

    /** The reason why a search ended. */
    public enum End {
        /** Everything relevant was searched. */
        COMPLETE,
        TIME_LIMIT,
        CANCELLED
    }

    /**
     * The most frequent values of a field among all matches.
     *
     * @param values in descending order of frequency
     * @param isCut true if there were too many distinct values to count, so values found late may be missing
     */
    public record Facet(String field, List<Count> values, boolean isCut) {}

    public record Count(String value, long count) {}

    /**
     * The number of matches over time.
     *
     * @param bucketMillis width of a bucket
     * @param counts by the start of a bucket, in milliseconds since 1970; empty buckets are omitted
     */
    public record Histogram(long bucketMillis, Map<Long, Long> counts) {}

    /**
     * The durations of all matches in microseconds, accurate to 1 %.
     *
     * @param spans the distribution, from the shortest to the longest without gaps
     */
    public record Latencies(long count, long p50, long p90, long p99, long most, List<LatencySpan> spans) {}

    /**
     * A range of durations. A duration within 1 % of a bound may be counted on the other side of it.
     *
     * @param above exclusive lower bound in microseconds; -1 for the first range
     * @param upTo inclusive upper bound in microseconds
     */
    public record LatencySpan(long above, long upTo, long count) {}

    public boolean isComplete() {
        return end == End.COMPLETE && damaged.isEmpty();
    }
}

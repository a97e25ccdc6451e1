package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result of a search.
 *
 * @param next cursor of the next page
 * @param total number of all matches, if requested
 * @param facets for each field the number of matches by value, most frequent first
 * @param cutFacets fields with more distinct values than are counted
 * @param histogram number of matches in each step, by the step's start
 * @param latencyMicros distribution of the matches' durations
 * @param incomplete reason why not all records were searched
 * @param lookedBackTo everything from this time on was searched; only set if the search is incomplete
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record RecordPage<T>(
        List<T> items,
        Optional<String> next,
        OptionalLong total,
        Optional<Map<String, Map<String, Long>>> facets,
        Optional<List<String>> cutFacets,
        Optional<Map<String, Long>> histogram,
        Optional<Latencies> latencyMicros,
        Optional<String> incomplete,
        Optional<String> lookedBackTo) {

    /**
     * Durations in microseconds.
     *
     * @param buckets the histogram, shortest durations first
     */
    public record Latencies(long count, long p50, long p90, long p99, long max, List<Bucket> buckets) {}

    /**
     * A bucket of the histogram. Durations within 1 % of a bound may be counted in the neighboring bucket.
     *
     * @param above exclusive lower bound in microseconds, -1 for the first bucket
     * @param upTo inclusive upper bound in microseconds
     */
    public record Bucket(long above, long upTo, long count) {}
}

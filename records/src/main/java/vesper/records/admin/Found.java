package vesper.records.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a search found.
 *
 * @param next where the next page begins
 * @param total how many there are in all, where that was asked for
 * @param facets for each field how often which values are, the most frequent first
 * @param cutFacets the fields that have more different values than are counted
 * @param histogram how many there are in which step, by when it begins
 * @param latencyMicros of what was found
 * @param incomplete why not everything was looked at
 * @param lookedBackTo everything later was looked at
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Found<T>(
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
     * Microseconds.
     *
     * @param buckets how many took how long, from the shortest to the longest
     */
    public record Latencies(long count, long p50, long p90, long p99, long max, List<Bucket> buckets) {}

    /**
     * How many took how long; who is closer to a bound than 1 % may be counted on its other side.
     *
     * @param above microseconds that they all took longer than, -1 for the shortest
     * @param upTo microseconds that none of them took longer than
     */
    public record Bucket(long above, long upTo, long count) {}
}

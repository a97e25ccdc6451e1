package vesper.bench.load;

import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Counts what a run sees. Latency in microseconds with three digits, an hour at most; allocates nothing for an answer.
 */
final class LoadTally {
    private static final long LONGEST_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Histogram latencyMicros = new Histogram(LONGEST_MICROS, DIGITS);
    private final Map<LoadError, Long> errors = new EnumMap<>(LoadError.class);
    private long answered;

    void answered(long latencyNanos) {
        answered++;
        latencyMicros.recordValue(Math.clamp(latencyNanos / NANOS_PER_MICRO, 0, LONGEST_MICROS));
    }

    void failed(LoadError kind, long count) {
        if (count > 0) errors.merge(kind, count, Long::sum);
    }

    LoadResult over(long nanos) {
        return new LoadResult(answered, nanos / 1e9, errors, LatencyMicros.of(latencyMicros));
    }
}

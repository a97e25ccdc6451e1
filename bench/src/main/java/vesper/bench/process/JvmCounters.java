package vesper.bench.process;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Work of a JVM besides that of its program, since it started: compilation and garbage collection.
 *
 * @param compileMicros time of all compiler threads together
 * @param pauseMicros time for which collections stopped the program
 * @param collections number of collections of any kind
 */
public record JvmCounters(long compileMicros, long pauseMicros, long collections) {
    private static final long MICROS_PER_SECOND = 1_000_000;

    /** Reads the counters without disturbing the process; empty if it is not a JVM that publishes them. */
    public static Optional<JvmCounters> of(long pid) throws IOException {
        return PerfData.of(pid).flatMap(JvmCounters::from);
    }

    static Optional<JvmCounters> from(Map<String, Long> counters) {
        Long frequency = counters.get("sun.os.hrt.frequency");
        Long compiled = counters.get("java.ci.totalTime");
        if (frequency == null || frequency <= 0 || compiled == null) return Optional.empty();
        double microsPerTick = (double) MICROS_PER_SECOND / frequency;
        return Optional.of(new JvmCounters(
                Math.round(compiled * microsPerTick),
                Math.round(ofCollectors(counters, "time") * microsPerTick),
                ofCollectors(counters, "invocations")));
    }

    public JvmCounters minus(JvmCounters earlier) {
        return new JvmCounters(
                compileMicros - earlier.compileMicros,
                pauseMicros - earlier.pauseMicros,
                collections - earlier.collections);
    }

    private static long ofCollectors(Map<String, Long> counters, String figure) {
        long sum = 0;
        for (int n = 0; n < 4; n++) sum += counters.getOrDefault("sun.gc.collector." + n + "." + figure, 0L);
        return sum;
    }
}

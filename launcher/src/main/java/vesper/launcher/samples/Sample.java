package vesper.launcher.samples;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import vesper.launcher.metrics.ExchangeCounts;
import vesper.rest.openapi.Described;

@Described("""
        The state of the server during one second. Counts of requests are absent if metrics.enabled is false.
        @param at end of the second
        @param errorsPerSecond answers with a status of 500 or above
        @param p50Micros median duration of the requests of this second; 0 without requests
        @param p99Micros 99th percentile of durations
        @param cpuPercent of all processors together
        @param heapBytes used part of the JVM's heap
        @param rssBytes resident memory of the process, if the system reports it
        @param gcMillis pauses of the garbage collector in this second
        @param connections open connections
        @param running requests in flight
        @param pending records that are not sealed yet
        @param lagMillis age of the oldest of them""")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Sample(
        Instant at,
        OptionalDouble requestsPerSecond,
        OptionalDouble errorsPerSecond,
        OptionalLong p50Micros,
        OptionalLong p99Micros,
        double cpuPercent,
        long heapBytes,
        OptionalLong rssBytes,
        long gcMillis,
        long connections,
        long running,
        long pending,
        long lagMillis) {
    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.99;

    /** Returns the rates between two readings and the gauges of the second one. */
    static Sample between(MetricReading before, MetricReading now) {
        long nanos = now.nanos() - before.nanos();
        ExchangeCounts counted = now.exchanges();
        ExchangeCounts counts =
                counted == null || before.exchanges() == null ? null : counted.since(before.exchanges());
        ProcessReading process = now.process();
        return new Sample(
                Instant.ofEpochMilli(now.atMillis()),
                counts == null ? OptionalDouble.empty() : OptionalDouble.of(perSecond(counts.calls(), nanos)),
                counts == null ? OptionalDouble.empty() : OptionalDouble.of(perSecond(counts.errors(), nanos)),
                counts == null ? OptionalLong.empty() : OptionalLong.of(counts.percentileMicros(HALF)),
                counts == null ? OptionalLong.empty() : OptionalLong.of(counts.percentileMicros(NEARLY_ALL)),
                cpuPercent(process.cpuNanos() - before.process().cpuNanos(), nanos, process.processors()),
                process.heapBytes(),
                process.rssBytes() < 0 ? OptionalLong.empty() : OptionalLong.of(process.rssBytes()),
                process.gcMillis() - before.process().gcMillis(),
                now.connections(),
                now.running(),
                now.pending(),
                now.lagMillis());
    }

    private static double perSecond(long count, long nanos) {
        return rounded(count * (double) TimeUnit.SECONDS.toNanos(1) / nanos);
    }

    /** Clamped, since the CPU clock and the wall clock are not read at the same moment. */
    private static double cpuPercent(long cpuNanos, long nanos, int processors) {
        return rounded(Math.clamp(100.0 * cpuNanos / ((double) nanos * processors), 0, 100));
    }

    private static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }
}

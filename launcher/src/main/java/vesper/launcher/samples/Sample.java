package vesper.launcher.samples;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import vesper.launcher.metrics.ExchangeCounts;
import vesper.rest.openapi.Described;

@Described("""
        How the server was for a second. What is counted of requests is not there where metrics.enabled is false.
        @param at when the second was over
        @param errorsPerSecond answers with a status from 500 on
        @param p50Micros within which half of the requests of this second were answered; 0 where there were none
        @param p99Micros within which 99 per cent were
        @param cpuPercent of all processors together
        @param heapBytes of the JVM's heap that are used
        @param rssBytes of memory that the process has, where the system tells
        @param gcMillis for which the collector stopped all threads in this second
        @param connections that are open
        @param running requests that are not answered yet
        @param pending records that sealing has not taken up yet
        @param lagMillis how old the oldest of them is""")
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
    static Sample between(Reading before, Reading now) {
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

package vesper.launcher.samples;

import org.jspecify.annotations.Nullable;
import vesper.launcher.metrics.ExchangeCounts;

/**
 * The values of all counters and gauges at one moment.
 *
 * @param atMillis wall clock time, in milliseconds since 1970
 * @param nanos {@link System#nanoTime}
 * @param exchanges since the start; null if they are not counted
 * @param process values of the operating system and the JVM
 * @param running exchanges in flight
 * @param pending records not sealed yet
 */
record MetricReading(
        long atMillis,
        long nanos,
        @Nullable ExchangeCounts exchanges,
        ProcessReading process,
        long connections,
        long running,
        long pending,
        long lagMillis) {}

package vesper.launcher.samples;

import org.jspecify.annotations.Nullable;
import vesper.launcher.metrics.ExchangeCounts;

/**
 * What all counters and gauges said at a moment.
 *
 * @param atMillis wall clock, milliseconds since 1970
 * @param nanos {@link System#nanoTime}
 * @param exchanges since the start; null where they are not counted
 * @param process what the operating system and the JVM say
 * @param running exchanges in flight
 * @param pending records that sealing has not taken up
 */
record Reading(
        long atMillis,
        long nanos,
        @Nullable ExchangeCounts exchanges,
        ProcessReading process,
        long connections,
        long running,
        long pending,
        long lagMillis) {}

package vesper.http;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The time for which the garbage collector has recently stopped all threads. A pause looks like a handler that held its
 * event loop. Loops report it in their next round, so it counts for two samples. Used by one thread.
 */
final class CollectorPauses {
    /** ZGC and Shenandoah also have beans for their concurrent work, such as "ZGC Minor Cycles". */
    private static final String BESIDE = "Cycles";

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(collector -> !collector.getName().endsWith(BESIDE))
            .toList();

    private long lastMillis = millis();
    private long beforeMillis = lastMillis;

    /** Returns the pauses since the sample before the last one, to the millisecond. */
    long lastTwoNanos() {
        long now = millis();
        long paused = now - beforeMillis;
        beforeMillis = lastMillis;
        lastMillis = now;
        return TimeUnit.MILLISECONDS.toNanos(paused);
    }

    private long millis() {
        long sum = 0;
        // A collector that does not measure its time reports -1.
        for (GarbageCollectorMXBean collector : collectors) sum += Math.max(0, collector.getCollectionTime());
        return sum;
    }
}

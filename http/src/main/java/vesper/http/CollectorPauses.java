package vesper.http;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * For how long the garbage collector has stopped all threads lately. Loops feel that as if a handler had held them, and
 * tell of it in their next round, so it counts for two looks. Used by one thread.
 */
final class CollectorPauses {
    /** ZGC and Shenandoah have beans for what they do beside the program as well: "ZGC Minor Cycles". */
    private static final String BESIDE = "Cycles";

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(collector -> !collector.getName().endsWith(BESIDE))
            .toList();

    private long lastMillis = millis();
    private long beforeMillis = lastMillis;

    /** Since the look before the last one, to the millisecond. */
    long lastTwoNanos() {
        long now = millis();
        long paused = now - beforeMillis;
        beforeMillis = lastMillis;
        lastMillis = now;
        return TimeUnit.MILLISECONDS.toNanos(paused);
    }

    private long millis() {
        long sum = 0;
        // -1 where a collector does not tell.
        for (GarbageCollectorMXBean collector : collectors) sum += Math.max(0, collector.getCollectionTime());
        return sum;
    }
}

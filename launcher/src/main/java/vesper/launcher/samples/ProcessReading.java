package vesper.launcher.samples;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Counters and gauges of the operating system and the JVM for this process.
 *
 * @param cpuNanos CPU time on all processors since the start
 * @param processors number of processors available
 * @param rssBytes resident memory; -1 if the system does not report it
 * @param gcMillis time since the start for which garbage collectors stopped all threads
 */
record ProcessReading(long cpuNanos, int processors, long heapBytes, long rssBytes, long gcMillis) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RSS = "VmRSS:";
    /**
     * Suffix of the beans with which ZGC and Shenandoah count their concurrent work, for example "ZGC Minor Cycles".
     */
    private static final String BESIDE = "Cycles";

    /** Returns a source of readings. The first reading loads the classes that it needs. */
    static Supplier<ProcessReading> ofThisProcess() {
        return ProcessReading::now;
    }

    private static ProcessReading now() {
        Runtime runtime = Runtime.getRuntime();
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return new ProcessReading(
                system.getProcessCpuTime(),
                runtime.availableProcessors(),
                runtime.totalMemory() - runtime.freeMemory(),
                residentBytes(),
                stoppedMillis());
    }

    private static long stoppedMillis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            // The time is -1 if a collector does not report it.
            if (!collector.getName().endsWith(BESIDE)) sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }

    /** Parses the line {@code VmRSS:     52344 kB} of Linux. */
    private static long residentBytes() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (!line.startsWith(RSS)) continue;
                String kilobytes =
                        line.substring(RSS.length()).replace("kB", "").strip();
                return Long.parseLong(kilobytes) << 10;
            }
        } catch (IOException | NumberFormatException _) {
            // Not Linux.
        }
        return -1;
    }
}

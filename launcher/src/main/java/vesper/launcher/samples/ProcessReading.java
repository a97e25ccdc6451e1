package vesper.launcher.samples;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * What the operating system and the JVM say of this process.
 *
 * @param cpuNanos of all processors together, since the start
 * @param processors that there are for it
 * @param rssBytes memory that it has, -1 where the system does not tell
 * @param gcMillis for which collectors have stopped all threads, since the start
 */
record ProcessReading(long cpuNanos, int processors, long heapBytes, long rssBytes, long gcMillis) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RSS = "VmRSS:";
    /** ZGC and Shenandoah have beans for what they do beside the program as well: "ZGC Minor Cycles". */
    private static final String BESIDE = "Cycles";

    /** Reads it now; what it takes to ask is loaded by the first reading. */
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
            // -1 where a collector does not tell.
            if (!collector.getName().endsWith(BESIDE)) sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }

    /** {@code VmRSS:     52344 kB} of Linux. */
    private static long residentBytes() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (!line.startsWith(RSS)) continue;
                String kilobytes =
                        line.substring(RSS.length()).replace("kB", "").strip();
                return Long.parseLong(kilobytes) << 10;
            }
        } catch (IOException | NumberFormatException _) {
            // Another operating system.
        }
        return -1;
    }
}

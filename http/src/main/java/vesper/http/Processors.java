package vesper.http;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A measurement of the free CPU time on the processors that this process may use. If these are all processors of the
 * machine, the kernel reports it ({@code /proc/stat}, see proc_stat(5)). In a container with fewer, or without that
 * file, the load of other processes is not seen. Not thread-safe: each thread that measures has its own instance.
 */
public final class Processors {
    private static final Path STAT = Path.of("/proc/stat");
    /** Share of all processors below which they are short. */
    private static final double SHORT = 0.3;
    /** Fields of the line {@code cpu user nice system idle iowait irq softirq steal guest guest_nice}. */
    private static final int IDLE = 4;

    private static final int IO_WAIT = 5;
    /** The last field that is summed: guest time is contained in that of users. */
    private static final int STEAL = 8;

    private final int count = Runtime.getRuntime().availableProcessors();
    private final CpuCounters unknown = new CpuCounters(0, 0);
    private CpuCounters last = measured();

    /** Counters since some fixed point, in any unit. */
    private record CpuCounters(double free, double all) {}

    public int count() {
        return count;
    }

    /** Returns how many processors were free since the last call; all of them if nothing is known. */
    public double free() {
        CpuCounters now = measured();
        double all = now.all() - last.all();
        double free = now.free() - last.free();
        last = now;
        return all <= 0 ? count : Math.clamp(free / all, 0, 1) * count;
    }

    public boolean areShort() {
        return areShort(free(), count);
    }

    static boolean areShort(double free, int count) {
        return free < SHORT * count;
    }

    private CpuCounters measured() {
        return ofMachine().orElseGet(this::ofProcess);
    }

    private Optional<CpuCounters> ofMachine() {
        try {
            List<String> lines = Files.readAllLines(STAT);
            long processors = lines.stream().filter(Processors::isOfOne).count();
            return processors == count ? Optional.of(ofLine(lines.getFirst())) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static boolean isOfOne(String line) {
        return line.startsWith("cpu") && !line.startsWith("cpu ");
    }

    private static CpuCounters ofLine(String line) {
        String[] fields = line.split(" +");
        long all = 0;
        for (int i = 1; i <= STEAL; i++) all += Long.parseLong(fields[i]);
        return new CpuCounters(Long.parseLong(fields[IDLE]) + Long.parseLong(fields[IO_WAIT]), all);
    }

    private CpuCounters ofProcess() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)) return unknown;
        double all = (double) count * System.nanoTime();
        return new CpuCounters(all - system.getProcessCpuTime(), all);
    }
}

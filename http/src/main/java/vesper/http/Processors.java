package vesper.http;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** How much of the processors' time is free, of those that this process may use: the machine's, or its container's. */
public final class Processors {
    /** With a smaller share of all free, they are short. */
    private static final double SHORT = 0.3;

    private final @Nullable OperatingSystemMXBean system =
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean known ? known : null;
    private final int count = Runtime.getRuntime().availableProcessors();

    public int count() {
        return count;
    }

    /** Since anybody asked last, in units of one processor; all of them where nothing is known. */
    public double free() {
        double load = system == null ? 0 : system.getCpuLoad();
        return load < 0 ? count : (1 - load) * count;
    }

    public boolean areShort() {
        return areShort(free(), count);
    }

    static boolean areShort(double free, int count) {
        return free < SHORT * count;
    }
}

package vesper.peers.documents;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What a piece of work took, in seconds by the clock and of this process's CPU time, which Linux counts in ticks of 10 ms. */
record Measured(double seconds, double cpuSeconds) {
    private static final double NANOS_PER_SECOND = 1e9;

    interface Work {
        void run() throws Exception;
    }

    static Measured of(Work work) throws Exception {
        var process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = process.getProcessCpuTime();
        long clock = System.nanoTime();
        work.run();
        long took = System.nanoTime() - clock;
        return new Measured(took / NANOS_PER_SECOND, (process.getProcessCpuTime() - cpu) / NANOS_PER_SECOND);
    }
}

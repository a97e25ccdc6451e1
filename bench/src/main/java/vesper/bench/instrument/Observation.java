package vesper.bench.instrument;

import java.util.Optional;
import java.util.OptionalLong;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.JvmCounters;
import vesper.bench.process.ResidentMemory;

/**
 * The measurements of one run of an arm.
 *
 * @param cpu CPU time of the server's processes
 * @param memory memory of the server at the end
 * @param threads number of threads of the server at the end
 * @param jvm work of the compiler and the collector; empty if the server is not a JVM
 * @param allocatedBytes bytes allocated by the server's threads until it was idle; empty if unknown
 * @param drained work after the end of the load; empty if the server does not report its backlog
 */
public record Observation(
        LoadResult load,
        CpuTime cpu,
        ResidentMemory memory,
        int threads,
        Optional<JvmCounters> jvm,
        OptionalLong allocatedBytes,
        Optional<DrainResult> drained) {
    /** Creates the measurements of a server that does not report its backlog. */
    public Observation(
            LoadResult load,
            CpuTime cpu,
            ResidentMemory memory,
            int threads,
            Optional<JvmCounters> jvm,
            OptionalLong allocatedBytes) {
        this(load, cpu, memory, threads, jvm, allocatedBytes, Optional.empty());
    }

    public double cpuMicrosPerRequest() {
        return perRequest(cpu.totalMicros());
    }

    public double userMicrosPerRequest() {
        return perRequest(cpu.userMicros());
    }

    public double systemMicrosPerRequest() {
        return perRequest(cpu.systemMicros());
    }

    /** Returns the CPU time from the start of the run until the server was idle; NaN if unknown. */
    public double drainedMicrosPerRequest() {
        return drained.map(after -> perRequest(after.cpu().totalMicros())).orElse(Double.NaN);
    }

    /** Returns NaN if unknown. */
    public double allocatedBytesPerRequest() {
        return allocatedBytes.isPresent() ? perRequest(allocatedBytes.getAsLong()) : Double.NaN;
    }

    /** Returns the time for which collections stopped the program; NaN if it is not a JVM with readable counters. */
    public double pauseMillis() {
        return jvm.map(counters -> counters.pauseMicros() / 1000.0).orElse(Double.NaN);
    }

    private double perRequest(long amount) {
        return load.expectedCount() == 0 ? Double.NaN : (double) amount / load.expectedCount();
    }
}

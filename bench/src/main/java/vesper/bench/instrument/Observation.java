package vesper.bench.instrument;

import java.util.Optional;
import java.util.OptionalLong;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.process.JvmCounters;
import vesper.bench.process.ResidentMemory;

/**
 * What a while of driving an arm came to.
 *
 * @param cpu that the server's process used
 * @param memory that it held at the end
 * @param threads that it had at the end
 * @param jvm what the JVM did beside; empty where it is none
 * @param allocatedBytes by the server's threads, until it was idle; empty where that is not known
 * @param drained what came after; empty where the server does not tell what it has left to do
 */
public record Observation(
        LoadResult load,
        CpuTime cpu,
        ResidentMemory memory,
        int threads,
        Optional<JvmCounters> jvm,
        OptionalLong allocatedBytes,
        Optional<Drained> drained) {
    /** Of a server that does not tell what it has left to do. */
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

    /** From the begin of the run until the server was idle; NaN where that is not known. */
    public double drainedMicrosPerRequest() {
        return drained.map(after -> perRequest(after.cpu().totalMicros())).orElse(Double.NaN);
    }

    /** NaN where it is not known. */
    public double allocatedBytesPerRequest() {
        return allocatedBytes.isPresent() ? perRequest(allocatedBytes.getAsLong()) : Double.NaN;
    }

    /** For which collections stopped the program; NaN where it is no JVM that tells. */
    public double pauseMillis() {
        return jvm.map(counters -> counters.pauseMicros() / 1000.0).orElse(Double.NaN);
    }

    private double perRequest(long amount) {
        return load.asExpected() == 0 ? Double.NaN : (double) amount / load.asExpected();
    }
}

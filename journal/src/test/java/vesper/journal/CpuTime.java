package vesper.journal;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/** Measures the CPU time of the whole process for each operation, including the kernel and other threads. */
public final class CpuTime implements InternalProfiler {
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private long beginNanos;

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        beginNanos = system.getProcessCpuTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = system.getProcessCpuTime() - beginNanos;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult("cpu", nanos / operations, "ns/op", AggregationPolicy.AVG));
    }

    @Override
    public String getDescription() {
        return "CPU time of the process";
    }
}

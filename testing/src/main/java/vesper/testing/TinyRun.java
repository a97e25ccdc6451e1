package vesper.testing;

import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs benchmarks once, in this JVM, to check that they still work. Their speed means nothing here. */
public final class TinyRun {
    private static final TimeValue WARM = TimeValue.milliseconds(300);
    private static final int ITERATIONS = 3;

    private TinyRun() {}

    /** Returns the options for {@link #run}, to which callers add parameters and profilers. */
    public static ChainedOptionsBuilder of(Class<?> benchmark) {
        return new OptionsBuilder()
                .include("^" + benchmark.getName().replace('$', '.') + "\\.")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(10))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
    }

    /** Runs the benchmarks. Fails if one of them fails or does nothing, or if no benchmark exists. */
    public static void run(ChainedOptionsBuilder tiny) throws RunnerException {
        Collection<RunResult> results = new Runner(tiny.build()).run();
        if (results.isEmpty()) throw new AssertionError("there is no such benchmark");
        for (RunResult result : results) {
            double score = result.getPrimaryResult().getScore();
            if (!(score > 0)) throw new AssertionError(result.getParams().getBenchmark() + " has a score of " + score);
        }
    }

    /**
     * Returns the bytes that one operation of the only benchmark allocates once it is compiled. The figure includes
     * JMH's own allocations, which weigh more if a busy machine completes few operations, so it is the minimum of
     * several iterations.
     */
    public static double allocatedBytes(ChainedOptionsBuilder tiny) throws RunnerException {
        RunResult result = new Runner(tiny.warmupIterations(3)
                        .warmupTime(WARM)
                        .measurementIterations(ITERATIONS)
                        .measurementTime(WARM)
                        .addProfiler(GCProfiler.class)
                        .build())
                .runSingle();
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        if (allocated == null) throw new AssertionError("what is allocated was not measured");
        return allocated.getStatistics().getMin();
    }
}

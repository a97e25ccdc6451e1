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

/** Runs benchmarks once, in this JVM, so that none can rot; how fast they are means nothing here. */
public final class TinyRun {
    private static final TimeValue WARM = TimeValue.milliseconds(300);
    private static final int ITERATIONS = 3;

    private TinyRun() {}

    /** What {@link #run} takes, for parameters and profilers to be added. */
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

    /** Fails where one of the benchmarks does, where there is none, and where one has done nothing. */
    public static void run(ChainedOptionsBuilder tiny) throws RunnerException {
        Collection<RunResult> results = new Runner(tiny.build()).run();
        if (results.isEmpty()) throw new AssertionError("there is no such benchmark");
        for (RunResult result : results) {
            double score = result.getPrimaryResult().getScore();
            if (!(score > 0)) throw new AssertionError(result.getParams().getBenchmark() + " has a score of " + score);
        }
    }

    /**
     * Bytes that one operation of the only benchmark allocates, once it is compiled, with JMH's own share, which is large where a
     * busy machine lets it make only few of them: so it is the least of some iterations.
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

package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @Test
    void each_benchmark_runs() throws RunnerException {
        for (Class<?> benchmark :
                new Class<?>[] {AppendBenchmark.class, GroupSyncBenchmark.class, PreallocationBenchmark.class}) {
            assertThat(new Runner(tiny(benchmark).addProfiler(CpuTime.class).build()).run())
                    .isNotEmpty();
        }
    }

    @Test
    void nothing_is_allocated_for_an_entry() throws RunnerException {
        var result = new Runner(tiny(AppendBenchmark.class)
                        .param("way", "MAPPED")
                        .param("payloadBytes", "200")
                        .warmupIterations(3)
                        .warmupTime(TimeValue.milliseconds(300))
                        .measurementTime(TimeValue.milliseconds(300))
                        .addProfiler(GCProfiler.class)
                        .build())
                .runSingle();

        // JMH's own hundreds of bytes in an iteration, shared out, are less than a byte for each of its entries.
        assertThat(result.getSecondaryResults().get("gc.alloc.rate.norm").getScore())
                .isLessThan(1);
    }

    private static ChainedOptionsBuilder tiny(Class<?> benchmark) {
        return new OptionsBuilder()
                .include(benchmark.getName())
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(10));
    }
}

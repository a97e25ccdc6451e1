package vesper.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @Test
    void each_benchmark_runs() throws Exception {
        assertThat(new Runner(new OptionsBuilder()
                                .include(SealingBenchmark.class.getName())
                                .forks(0)
                                .warmupIterations(0)
                                .measurementIterations(1)
                                .measurementTime(TimeValue.milliseconds(10))
                                .build())
                        .run())
                .isNotEmpty();
    }
}

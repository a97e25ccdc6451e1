package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs the benchmark once, tiny, so that it cannot rot; the figures mean nothing here. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @Test
    void the_benchmark_runs() throws RunnerException {
        var options = new OptionsBuilder()
                .include(ClientBenchmark.class.getName() + "\\.")
                .param("which", "vesper")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(20))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        assertThat(List.<RunResult>copyOf(new Runner(options).run()))
                .hasSize(4)
                .allSatisfy(result ->
                        assertThat(result.getPrimaryResult().getScore()).isPositive());
    }
}

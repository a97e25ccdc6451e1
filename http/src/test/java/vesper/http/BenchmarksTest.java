package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import vesper.http.client.ClientBenchmark;

/** Runs every benchmark once, tiny, so that none can rot; the figures mean nothing here. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @ParameterizedTest
    @ValueSource(classes = {HeadParserBenchmark.class, ResponseEncoderBenchmark.class, ClientBenchmark.class})
    void every_benchmark_runs(Class<?> benchmark) throws RunnerException {
        var options = new OptionsBuilder()
                .include(benchmark.getName() + "\\.")
                // Of the client's: the others are other people's.
                .param("which", "vesper")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(20))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        List<RunResult> results = List.copyOf(new Runner(options).run());
        assertThat(results)
                .isNotEmpty()
                .allSatisfy(result ->
                        assertThat(result.getPrimaryResult().getScore()).isPositive());
    }
}

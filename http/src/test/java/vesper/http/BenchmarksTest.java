package vesper.http;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.RunnerException;
import vesper.http.client.ClientBenchmark;
import vesper.testing.TinyRun;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @ParameterizedTest
    @ValueSource(classes = {HeadParserBenchmark.class, ResponseEncoderBenchmark.class, ClientBenchmark.class})
    void every_benchmark_runs(Class<?> benchmark) throws RunnerException {
        // Runs our client only, not the ones it is compared with, against a server that starts with little compilation.
        TinyRun.run(TinyRun.of(benchmark).param("which", "vesper").param("serverOption", "-XX:TieredStopAtLevel=1"));
    }
}

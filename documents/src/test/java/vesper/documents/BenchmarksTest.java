package vesper.documents;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;
import vesper.testing.TinyRun;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @Test
    void the_benchmark_runs() throws RunnerException {
        TinyRun.run(TinyRun.of(PutBenchmark.class));
    }
}

package vesper.documents;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;
import vesper.testing.TinyRun;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @Test
    void the_benchmarks_run() throws RunnerException {
        TinyRun.run(TinyRun.of(PutBenchmark.class));
        TinyRun.run(TinyRun.of(LookupBenchmark.class).param("documents", "10000"));
    }
}

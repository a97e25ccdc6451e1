package vesper.documents.queries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.TinyRun;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QueryBenchmarksTest {
    @TempDir
    Path folder;

    @Test
    void each_benchmark_runs() throws Exception {
        TinyRun.run(TinyRun.of(QueryBenchmark.class).param("documents", "300"));
        assertThat(IndexingCost.measured(folder.resolve("new"), 500, false).bytesPerDocument())
                .isPositive();
        assertThat(IndexingCost.measured(folder.resolve("again"), 500, true).perCpuSecond())
                .isPositive();
    }

    @Test
    void the_sample_is_as_large_as_it_says() {
        assertThat(SampleOrders.order(7).json().length).isBetween(480, 560);
    }
}

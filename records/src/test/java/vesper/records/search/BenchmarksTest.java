package vesper.records.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;
import vesper.records.text.PayloadWordsBenchmark;
import vesper.testing.TinyRun;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @Test
    void each_benchmark_runs() throws Exception {
        TinyRun.run(TinyRun.of(SearchBenchmark.class).param("records", "3000"));
        TinyRun.run(TinyRun.of(PayloadWordsBenchmark.class));
        assertThat(LuceneComparison.blocks(2000).bytesPerRecord()).isPositive();
        assertThat(LuceneComparison.lucene(2000).bytesPerRecord()).isPositive();
    }

    @Test
    void nothing_is_allocated_for_the_words_of_a_payload() throws RunnerException {
        // JMH itself allocates some hundred bytes in an iteration, divided by thousands of payloads.
        assertThat(TinyRun.allocatedBytes(
                        TinyRun.of(PayloadWordsBenchmark.class).param("form", "JSON")))
                .isLessThan(10);
    }
}

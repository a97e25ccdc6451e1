package vesper.records.search;

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
import vesper.records.text.PayloadWordsBenchmark;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @Test
    void each_benchmark_runs() throws Exception {
        assertThat(new Runner(tiny(SearchBenchmark.class)
                                .param("records", "3000")
                                .build())
                        .run())
                .isNotEmpty();
        assertThat(new Runner(tiny(PayloadWordsBenchmark.class).build()).run()).isNotEmpty();
        assertThat(LuceneComparison.blocks(2000).bytesPerRecord()).isPositive();
        assertThat(LuceneComparison.lucene(2000).bytesPerRecord()).isPositive();
    }

    @Test
    void nothing_is_allocated_for_the_words_of_a_payload() throws RunnerException {
        var result = new Runner(tiny(PayloadWordsBenchmark.class)
                        .param("form", "JSON")
                        .warmupIterations(3)
                        .warmupTime(TimeValue.milliseconds(300))
                        .measurementTime(TimeValue.milliseconds(300))
                        .addProfiler(GCProfiler.class)
                        .build())
                .runSingle();

        // JMH's own hundreds of bytes in an iteration, shared out over thousands of payloads.
        assertThat(result.getSecondaryResults().get("gc.alloc.rate.norm").getScore())
                .isLessThan(10);
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

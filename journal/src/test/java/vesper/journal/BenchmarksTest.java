package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.RunnerException;
import vesper.testing.TinyRun;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarksTest {
    @ParameterizedTest
    @ValueSource(classes = {AppendBenchmark.class, GroupSyncBenchmark.class, PreallocationBenchmark.class})
    void each_benchmark_runs(Class<?> benchmark) throws RunnerException {
        TinyRun.run(TinyRun.of(benchmark).addProfiler(CpuTime.class));
    }

    @Test
    void nothing_is_allocated_for_an_entry() throws RunnerException {
        var appending = TinyRun.of(AppendBenchmark.class).param("way", "MAPPED").param("payloadBytes", "200");
        // JMH itself allocates some hundred bytes in an iteration, which is less than a byte for each entry.
        assertThat(TinyRun.allocatedBytes(appending)).isLessThan(1);
    }
}

package vesper.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.runner.RunnerException;

/** Public, since JMH's code makes the benchmark in it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
public class TinyRunTest {
    /** Fails with one of its parameters only. */
    @State(Scope.Thread)
    public static class Failing {
        @Param({"works", "fails"})
        public String how;

        @Benchmark
        public int length() {
            if (how.equals("fails")) throw new IllegalStateException("as the test wants it");
            return how.length();
        }
    }

    @Test
    void a_benchmark_of_which_a_part_fails_fails() throws RunnerException {
        TinyRun.run(TinyRun.of(Failing.class).param("how", "works"));
        assertThatThrownBy(() -> TinyRun.run(TinyRun.of(Failing.class))).isInstanceOf(RunnerException.class);
    }

    @Test
    void where_there_is_no_benchmark_nothing_has_run() {
        assertThatThrownBy(() -> TinyRun.run(TinyRun.of(TinyRunTest.class))).isNotNull();
    }
}

package vesper.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.testing.Eventually;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProcessTreeTest {
    @Test
    void what_a_process_has_started_counts_as_its_own() throws Exception {
        Process process = new ProcessBuilder("sh", "-c", "(while :; do :; done) & echo started; wait").start();
        try (var lines = process.inputReader()) {
            assertThat(lines.readLine()).isEqualTo("started");
            var tree = new ProcessTree(process.pid());
            long own = CpuTime.of(process.pid()).totalMicros();
            Eventually.until(
                    "the child has used a tenth of a second",
                    () -> tree.use().cpu().totalMicros() > own + 100_000);
            assertThat(tree.use().threads()).isEqualTo(2);
            assertThat(tree.use().memory().bytes())
                    .isGreaterThan(ResidentMemory.of(process.pid()).bytes());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().onExit().join();
        }
    }
}

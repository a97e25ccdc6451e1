package vesper.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DriverProcessTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void each_command_has_its_answer() throws Exception {
        try (DriverProcess driver = start("while read line; do echo \"did $line\"; done")) {
            assertThat(driver.send("one", TIMEOUT)).isEqualTo("did one");
            assertThat(driver.send("two", TIMEOUT)).isEqualTo("did two");
            assertThat(ProcessHandle.of(driver.pid())).isPresent();
        }
    }

    @Test
    void one_that_ends_is_quoted() throws Exception {
        try (DriverProcess driver = start("read line; echo out of room >&2; exit 1")) {
            assertThatThrownBy(() -> driver.send("one", TIMEOUT))
                    .isInstanceOf(IOException.class)
                    .hasMessage("test exited: out of room");
        }
    }

    @Test
    void one_that_does_not_answer_is_not_waited_for_without_end() throws Exception {
        try (DriverProcess driver = start("exec sleep 60")) {
            assertThatThrownBy(() -> driver.send("one", Duration.ofMillis(50)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("did not answer within 0 s: one");
        }
    }

    @Test
    void the_end_of_its_commands_lets_it_put_everything_in_order() throws Exception {
        try (DriverProcess driver = start("while read line; do :; done; echo closed > closed.txt")) {
            driver.awaitExit();
            assertThat(folder.resolve("closed.txt")).hasContent("closed");
        }
    }

    private DriverProcess start(String script) throws IOException {
        return DriverProcess.start("test", List.of("sh", "-c", script), folder, folder.resolve("test.log"));
    }
}

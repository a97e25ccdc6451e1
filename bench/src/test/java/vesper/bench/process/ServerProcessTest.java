package vesper.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ServerProcessTest {
    @TempDir
    Path folder;

    @Test
    void the_line_that_says_ready_may_say_how_long_it_took() {
        assertThat(ServerProcess.readyUrl("ready http://127.0.0.1:81/")).contains(URI.create("http://127.0.0.1:81/"));
        assertThat(ServerProcess.readyUrl("ready http://[::1]:81/ in 420 ms")).contains(URI.create("http://[::1]:81/"));
        assertThat(ServerProcess.readyUrl("nearly ready http://127.0.0.1:81/")).isEmpty();
    }

    @Test
    void it_is_up_when_it_said_so_and_gone_when_closed() throws Exception {
        ServerProcess server = start("echo talk; echo ready http://127.0.0.1:81/ in 5 ms; exec sleep 60");
        assertThat(server.url()).isEqualTo(URI.create("http://127.0.0.1:81/"));
        assertThat(server.isAlive()).isTrue();
        assertThat(ProcessHandle.of(server.pid())).isPresent();
        server.close();
        assertThat(server.isAlive()).isFalse();
    }

    @Test
    void one_that_ends_too_early_is_quoted() {
        assertThatThrownBy(() -> start("echo no such port >&2; exit 1"))
                .isInstanceOf(ServerNotReadyException.class)
                .hasMessageContaining("no such port");
    }

    @Test
    void one_that_stays_silent_is_ended() {
        assertThatThrownBy(() -> ServerProcess.start(
                        "silent", List.of("sleep", "60"), folder, folder.resolve("silent.log"), Duration.ofMillis(100)))
                .isInstanceOf(ServerNotReadyException.class)
                .hasMessageContaining("not ready");
    }

    private ServerProcess start(String script) throws Exception {
        return ServerProcess.start(
                "test", List.of("sh", "-c", script), folder, folder.resolve("test.log"), Duration.ofSeconds(10));
    }
}

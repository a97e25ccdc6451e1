package vesper.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WrkEngineTest {
    private static final LoadPlan PLAN =
            LoadPlan.closedLoop(new HttpTarget("127.0.0.1", 8080, "/x"), 64, Duration.ofSeconds(2));

    @TempDir
    Path folder;

    @Test
    void it_is_found_on_the_search_path_or_not_at_all() throws IOException {
        assertThat(WrkEngine.find("/nowhere:" + folder, folder)).isEmpty();
        pretendWrk("true");
        assertThat(WrkEngine.find("/nowhere:" + folder, folder)).isPresent();
    }

    @Test
    void a_plan_becomes_a_command() throws IOException {
        assertThat(pretendWrk("true").command(PLAN))
                .isEqualTo(List.of(
                        folder + "/wrk",
                        "-t1",
                        "-c64",
                        "-d2s",
                        "--timeout",
                        "10s",
                        "--latency",
                        "http://127.0.0.1:8080/x"));
    }

    @Test
    void pipelining_is_a_script() throws IOException {
        List<String> command = pretendWrk("true").command(PLAN.withPipelining(16));
        Path script = Path.of(command.get(command.indexOf("-s") + 1));
        assertThat(Files.readString(script)).contains("for i = 1, 16 do");
    }

    @Test
    void what_it_cannot_do_is_refused() throws IOException {
        WrkEngine wrk = pretendWrk("true");
        for (LoadPlan plan : List.of(
                PLAN.withArrivals(Arrivals.constant(10)),
                PLAN.withRequests(10),
                PLAN.withKeepAlive(false),
                PLAN.withDuration(Duration.ofMillis(1500)),
                PLAN.withRequest(LoadRequest.of("PUT", "{}".getBytes(ISO_8859_1))))) {
            assertThatThrownBy(() -> wrk.command(plan)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void its_output_becomes_the_result() throws Exception {
        LoadResult result =
                pretendWrk("echo '  100 requests in 2.00s, 1MB read'").run(PLAN);
        assertThat(result.requestsPerSecond()).isEqualTo(50);
    }

    @Test
    void what_it_complains_of_is_told() throws Exception {
        WrkEngine wrk = pretendWrk("echo unable to connect >&2; exit 1");
        assertThatThrownBy(() -> wrk.run(PLAN))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unable to connect");
    }

    private WrkEngine pretendWrk(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("wrk"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return WrkEngine.find(folder.toString(), folder).orElseThrow();
    }
}

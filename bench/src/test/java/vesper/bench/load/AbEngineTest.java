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
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AbEngineTest {
    private static final LoadPlan PLAN = LoadPlan.count(new HttpTarget("127.0.0.1", 8080, "/x"), 150, 20_000);
    private static final String OUTPUT = """
            Document Path:          /api/test/sayHello
            Document Length:        52 bytes

            Concurrency Level:      150
            Time taken for tests:   0.533 seconds
            Complete requests:      20000
            Failed requests:        0
            Keep-Alive requests:    20000
            Requests per second:    37546.42 [#/sec] (mean)

            Percentage of the requests served within a certain time (ms)
              50%      2
              66%      3
              90%      9
              99%     40
             100%     48 (longest request)
            """;

    @TempDir
    Path folder;

    @Test
    void a_plan_becomes_a_command() throws IOException {
        assertThat(pretendAb("true").command(PLAN))
                .isEqualTo(List.of(
                        folder + "/ab", "-q", "-k", "-n", "20000", "-c", "150", "-s", "10", "http://127.0.0.1:8080/x"));
        assertThat(pretendAb("true").command(PLAN.withKeepAlive(false))).doesNotContain("-k");
        assertThat(AbEngine.find("/nowhere", folder)).isEmpty();
    }

    @Test
    void what_it_cannot_do_is_refused() throws IOException {
        AbEngine ab = pretendAb("true");
        for (LoadPlan plan : List.of(
                PLAN.withArrivals(Arrivals.constant(10)),
                PLAN.withPipelining(2),
                PLAN.withRequests(149),
                LoadPlan.closedLoop(PLAN.target(), 1, Duration.ofSeconds(1)),
                PLAN.withRequest(LoadRequest.of("PUT", "{}".getBytes(ISO_8859_1))))) {
            assertThatThrownBy(() -> ab.command(plan)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void its_output_becomes_the_result() throws Exception {
        Files.writeString(folder.resolve("said"), OUTPUT);
        LoadResult result = pretendAb("cat " + folder + "/said").run(PLAN.withExpectedBody(new byte[52]));
        assertThat(result.requests()).isEqualTo(20_000);
        assertThat(result.seconds()).isEqualTo(0.533);
        assertThat(result.latency()).isEqualTo(new LatencyMicros(2_000, 9_000, 40_000, 48_000));
        assertThat(result.errors()).isEmpty();
    }

    @Test
    void errors_are_read_by_kind() {
        String failed = OUTPUT.replace("Failed requests:        0", """
                Failed requests:        6
                   (Connect: 1, Receive: 2, Length: 3, Exceptions: 4)
                Non-2xx responses:      5""");
        // Three of the five responses with an error status also have another length.
        assertThat(AbOutput.parse(failed, Optional.empty()).orElseThrow().errors())
                .isEqualTo(Map.of(LoadError.CONNECT, 1L, LoadError.CUT_OFF, 6L, LoadError.STATUS, 5L));
    }

    @Test
    void refusals_alone_are_no_answers_as_expected() {
        String refused = OUTPUT.replace("Failed requests:        0", "Failed requests: 0\nNon-2xx responses: 20000");
        LoadResult result = AbOutput.parse(refused, Optional.of(51)).orElseThrow();
        assertThat(result.errors()).isEqualTo(Map.of(LoadError.STATUS, 20_000L));
        assertThat(result.requestsPerSecond()).isZero();
    }

    @Test
    void a_body_of_another_length_than_expected_makes_every_answer_wrong() {
        assertThat(AbOutput.parse(OUTPUT, Optional.of(51)).orElseThrow().errors())
                .isEqualTo(Map.of(LoadError.BODY, 20_000L));
    }

    @Test
    void what_it_complains_of_is_told() throws Exception {
        AbEngine ab = pretendAb("echo 'apr_socket_recv: Connection refused (111)' >&2; exit 1");
        assertThatThrownBy(() -> ab.run(PLAN))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Connection refused");
    }

    private AbEngine pretendAb(String script) throws IOException {
        Path program = Files.writeString(folder.resolve("ab"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return AbEngine.find(folder.toString(), folder).orElseThrow();
    }
}

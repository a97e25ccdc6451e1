package vesper.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HttperfEngineTest {
    private static final LoadPlan PLAN = LoadPlan.count(new HttpTarget("127.0.0.1", 8080, "/x?y=1"), 50, 300)
            .withArrivals(Arrivals.constant(100))
            .withCalls(100)
            .withTimeout(Duration.ofSeconds(5));
    /** Real output of httperf 0.9.1 for such a run, except for the errors. */
    private static final String OUTPUT = """
            Total: connections 300 requests 30000 replies 29990 test-duration 3.140 s

            Connection rate: 95.5 conn/s (10.5 ms/conn, <=74 concurrent connections)
            Connection time [ms]: min 6.4 avg 309.9 max 770.9 median 269.5 stddev 200.9
            Connection time [ms]: connect 2.1
            Connection length [replies/conn]: 100.000

            Request rate: 9553.1 req/s (0.1 ms/req)
            Request size [B]: 79.0

            Reply rate [replies/s]: min 0.0 avg 0.0 max 0.0 stddev 0.0 (0 samples)
            Reply time [ms]: response 3.1 transfer 0.4
            Reply size [B]: header 108.0 content 52.0 footer 0.0 (total 160.0)
            Reply status: 1xx=0 2xx=29983 3xx=0 4xx=3 5xx=4

            CPU time [s]: user 0.07 system 1.71 (user 2.4% system 54.4% total 56.8%)
            Net I/O: 2229.7 KB/s (18.3*10^6 bps)

            Errors: total 15 client-timo 5 socket-timo 1 connrefused 2 connreset 3
            Errors: fd-unavail 1 addrunavail 1 ftab-full 1 other 1
            """;

    @TempDir
    Path folder;

    @Test
    void a_plan_becomes_the_literal_command() throws IOException {
        assertThat(pretend("true").command(PLAN))
                .containsExactly(
                        folder + "/httperf",
                        "--hog",
                        "--server=127.0.0.1",
                        "--port=8080",
                        "--uri=/x?y=1",
                        "--rate=100.000",
                        "--num-conns=300",
                        "--num-calls=100",
                        "--timeout=5");
        assertThat(HttperfEngine.find("/nowhere", folder)).isEmpty();
    }

    @Test
    void what_it_cannot_do_is_refused() throws IOException {
        HttperfEngine httperf = pretend("true");
        for (LoadPlan plan : List.of(
                PLAN.asClosedLoop(),
                PLAN.withArrivals(Arrivals.poisson(100, 1)),
                PLAN.withCalls(0),
                PLAN.withRequests(Long.MAX_VALUE),
                PLAN.withRequest(LoadRequest.of("POST", new byte[1])))) {
            assertThatThrownBy(() -> httperf.command(plan)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void what_it_prints_is_read() throws Exception {
        Files.writeString(folder.resolve("output"), OUTPUT);
        LoadResult result = pretend("cat '" + folder + "/output'").run(PLAN);
        assertThat(result.requests()).isEqualTo(29_990);
        assertThat(result.seconds()).isEqualTo(3.14);
        assertThat(result.latency().p99()).isNaN();
        assertThat(result.errors())
                .isEqualTo(Map.of(
                        LoadError.TIMEOUT,
                        6L,
                        LoadError.CONNECT,
                        2L,
                        LoadError.LOCAL,
                        3L,
                        LoadError.CUT_OFF,
                        4L,
                        LoadError.STATUS,
                        7L));
        GeneratorReport report = result.generator().orElseThrow();
        assertThat(report.connectMeanMicros()).isEqualTo(2100);
        assertThat(report.replyMeanMicros()).isCloseTo(3500, Percentage.withPercentage(0.1));
        assertThat(report.connections()).isEqualTo(300);
        assertThat(report.bytesSent()).isEqualTo(30_000 * 79);
        assertThat((report.bytesSent() + report.bytesReceived()) / 1024.0 / 3.14)
                .isCloseTo(2229.7, Percentage.withPercentage(0.1));
        assertThat(report.isLowerBound()).isTrue();
    }

    @Test
    void what_is_no_result_is_a_failure_that_shows_it() throws IOException {
        assertThatThrownBy(() -> pretend("echo cannot connect").run(PLAN))
                .isInstanceOf(IOException.class)
                .hasMessage("unexpected output of httperf: cannot connect");
    }

    private HttperfEngine pretend(String script) throws IOException {
        Path program = folder.resolve("httperf");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return HttperfEngine.find(folder.toString(), folder).orElseThrow();
    }
}

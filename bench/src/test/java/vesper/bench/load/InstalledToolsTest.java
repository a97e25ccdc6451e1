package vesper.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the generator agrees with popular tools on a server that takes ten milliseconds for each response. There
 * the possible rate is known, and the client has little influence on it. Other work on the machine only reduces a rate,
 * so the best of a few runs is compared. Tools that are not installed are skipped.
 */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InstalledToolsTest {
    private static final int CONNECTIONS = 8;
    private static final int MAX_ROUNDS = 5;
    private static final double TOLERANCE = 0.1;
    private static final double MAX_PER_SECOND = CONNECTIONS / 0.010;

    private static final String ANSWER = "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello";

    @TempDir
    Path folder;

    private double own;
    private double theirs;

    @Test
    void wrk_measures_the_same_rate() throws Exception {
        Optional<WrkEngine> wrk = WrkEngine.find(searchPath(), folder);
        assumeTrue(wrk.isPresent(), "wrk is not on the PATH");
        try (TestServer server = slowServer()) {
            compare(wrk.get(), LoadPlan.closedLoop(server.target(), CONNECTIONS, Duration.ofSeconds(1)));
        }
        assertThat(own / theirs).isBetween(1 - TOLERANCE, 1 + TOLERANCE);
    }

    @Test
    void ab_measures_the_same_rate() throws Exception {
        Optional<AbEngine> ab = AbEngine.find(searchPath(), folder);
        assumeTrue(ab.isPresent(), "ab is not on the PATH");
        try (TestServer server = slowServer()) {
            compare(ab.get(), LoadPlan.count(server.target(), CONNECTIONS, 600));
        }
        assertThat(own / theirs).isBetween(1 - TOLERANCE, 1 + TOLERANCE);
    }

    /** Compares until both agree. Each is then as close to the server's limit as the machine allows. */
    private void compare(LoadEngine tool, LoadPlan plan) throws Exception {
        var generator = new LoadGenerator();
        for (int round = 0; round < MAX_ROUNDS && !(Math.abs(own / theirs - 1) <= TOLERANCE); round++) {
            theirs = Math.max(theirs, rate(tool, plan));
            own = Math.max(own, rate(generator, plan));
        }
    }

    private static double rate(LoadEngine engine, LoadPlan plan) throws Exception {
        LoadResult result = engine.run(plan);
        assertThat(result.errors()).isEmpty();
        assertThat(result.requestsPerSecond()).isBetween(0.0, MAX_PER_SECOND * (1 + TOLERANCE));
        return result.requestsPerSecond();
    }

    private static TestServer slowServer() throws IOException {
        return TestServer.running((socket, number) -> {
            Thread.sleep(10);
            socket.getOutputStream().write(ANSWER.getBytes(ISO_8859_1));
            return true;
        });
    }

    private static String searchPath() {
        return Objects.requireNonNullElse(System.getenv("PATH"), "");
    }
}

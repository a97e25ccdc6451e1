package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** The command in a separate process: its handling of signals and its standard output. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ProcessTest {
    /** The time of a log line, with the offset of its zone. */
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(?:Z|[+-]\\d\\d:\\d\\d)";

    private static final String SLOW_SERVICE = """
            import java.util.concurrent.CountDownLatch
            import org.springframework.web.bind.annotation.*

            @RestController
            class Slow {
                private final CountDownLatch released = new CountDownLatch(1)

                @GetMapping('slow')
                String slow() { released.await(); 'done' }

                @GetMapping('release')
                String release() { released.countDown(); 'released' }

                @GetMapping('spin')
                void spin() { while (true) Thread.onSpinWait() }
            }
            """;

    @TempDir
    Path folder;

    private Process process;
    private BufferedReader out;

    private void start(String drain, String... settings) throws IOException {
        Path code = Files.createDirectories(folder.resolve("packages/slow/code"));
        Files.writeString(code.resolve("Slow.groovy"), SLOW_SERVICE);
        List<String> command = new ArrayList<>(VesperProgram.command());
        command.addAll(List.of("run", "--port", "0", "--set", "http.drain=" + drain));
        command.addAll(List.of("--packages", folder + "/packages", "--data", folder + "/data"));
        for (String setting : settings) command.addAll(List.of("--set", setting));
        process = new ProcessBuilder(command)
                .redirectError(folder.resolve("stderr").toFile())
                .start();
        out = process.inputReader();
    }

    @AfterEach
    void end() throws Exception {
        process.destroyForcibly().waitFor();
    }

    @Test
    void it_says_one_line_when_ready_and_sigterm_ends_it_with_0() throws Exception {
        start("60s");
        String ready = out.readLine();
        assertThat(ready).matches("ready http://127\\.0\\.0\\.1:\\d+/ in \\d+ ms");

        terminate();

        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        assertThat(out.readLine()).isNull();
        assertThat(folder.resolve("stderr"))
                .content()
                .containsSubsequence("stopping: 0 calls running, up to 60 s\n", "stopped\n");
    }

    @Test
    void what_is_logged_by_the_loggers_of_the_JDK_is_in_the_log_in_its_form() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/logged/code"));
        Files.writeString(code.resolve("Logged.java"), """
                import org.springframework.web.bind.annotation.*;
                @RestController
                public class Logged {
                    public Logged() {
                        java.util.logging.Logger.getLogger("one.Jul").warning("by java.util.logging");
                        java.util.logging.Logger.getLogger("one.Jul").fine("too little");
                        System.getLogger("two.Platform").log(System.Logger.Level.INFO, "by {0}", "System.Logger");
                    }
                }
                """);
        start("60s");
        assertThat(out.readLine()).startsWith("ready ");

        awaitLogged("Platform [logged]: ");

        assertThat(folder.resolve("stderr"))
                .content()
                .containsPattern("(?m)^" + TIME + " WARN  Jul \\[logged]: by java.util.logging$")
                .containsPattern("(?m)^" + TIME + " INFO  Platform \\[logged]: by System.Logger$")
                .containsPattern("(?m)^" + TIME + " INFO  VesperServer: serving .*/packages$")
                .doesNotContain("too little");
    }

    @Test
    void in_JSON_each_event_is_an_object_with_its_package_and_a_logger_has_a_level_of_its_own() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/logged/code"));
        Files.writeString(code.resolve("Logged.java"), """
                import org.slf4j.LoggerFactory;
                import org.springframework.web.bind.annotation.*;
                @RestController
                public class Logged {
                    public Logged() {
                        LoggerFactory.getLogger("one.Verbose").debug("a \\"detail\\"", new IllegalStateException("no"));
                        LoggerFactory.getLogger("two.Silent").error("not shown");
                        LoggerFactory.getLogger("three.Other").debug("not shown either");
                    }
                }
                """);
        start("60s", "log.format=json", "log.level.one=debug", "log.level.two.Silent=off");
        assertThat(out.readLine()).startsWith("ready ");
        awaitLogged("logged started");

        List<String> lines = Files.readAllLines(folder.resolve("stderr"));
        assertThat(lines)
                .isNotEmpty()
                .allSatisfy(line ->
                        assertThat(JsonText.read(line).path("time").asString()).matches(TIME));
        assertThat(lines).noneMatch(line -> line.contains("not shown"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "\"level\":\"DEBUG\",\"logger\":\"one.Verbose\"",
                                "\"message\":\"a \\\"detail\\\"\",\"package\":\"logged\",\"error\":{\"type\":",
                                "\\n\\tat logged//Logged.<init>"))
                .anySatisfy(line -> assertThat(line).contains("logged started in", "\"package\":\"logged\""));
    }

    @Test
    void a_second_server_on_the_same_data_does_not_start_and_one_that_was_killed_leaves_it_free() throws Exception {
        start("60s");
        assertThat(out.readLine()).startsWith("ready ");
        Process first = process;
        try {
            start("60s");
            assertThat(out.readLine()).isNull();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(folder.resolve("stderr"))
                    .content()
                    .contains("vesper: data folder " + folder + "/data is used by another server (pid " + first.pid()
                            + "); stop that server, or set another folder with --data");
            assertThat(first.isAlive()).isTrue();
        } finally {
            first.destroyForcibly().waitFor();
        }

        start("60s");
        assertThat(out.readLine()).startsWith("ready ");
    }

    @Test
    void a_request_in_flight_is_answered_after_sigterm() throws Exception {
        start("60s");
        URI address = URI.create(out.readLine().split(" ")[1]);
        try (Socket slow = ask(address, "/api/slow");
                Socket other = new Socket(address.getHost(), address.getPort())) {
            awaitInFlight(address);
            // The server keeps this connection open during the stop, since it has received half of its request.
            other.getOutputStream().write("GET /api/release HTTP/1.1\r\nHost: localhost\r\n".getBytes(UTF_8));

            terminate();
            awaitRefused(address);
            other.getOutputStream().write("Connection: close\r\n\r\n".getBytes(UTF_8));

            assertThat(textOf(slow)).startsWith("HTTP/1.1 200 ").contains("done");
        }
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void a_stop_with_a_delay_is_told_to_balancers_and_serves_on_until_then() throws Exception {
        start("60s", "http.drain.delay=60s");
        URI address = URI.create(out.readLine().split(" ")[1]);

        terminate();

        Eventually.until(
                "it is not ready", () -> answerOf(address, "/health/ready").startsWith("HTTP/1.1 503 "));
        assertThat(answerOf(address, "/health/ready")).contains("draining");
        assertThat(answerOf(address, "/api/release"))
                .startsWith("HTTP/1.1 200 ")
                .contains("released");
        terminate();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_second_signal_ends_it_at_once() throws Exception {
        start("60s");
        URI address = URI.create(out.readLine().split(" ")[1]);
        try (Socket _ = ask(address, "/api/slow")) {
            awaitInFlight(address);
            terminate();
            awaitRefused(address);

            terminate();

            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
        }
    }

    @Test
    void a_handler_that_never_lets_go_of_its_event_loop_does_not_keep_it() throws Exception {
        start("200ms");
        URI address = URI.create(out.readLine().split(" ")[1]);
        try (Socket _ = ask(address, "/api/spin")) {
            awaitLogged("has held an event loop");

            terminate();

            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
            assertThat(folder.resolve("stderr"))
                    .content()
                    .contains(
                            "the stop did not complete within 2200 ms", "is aborted, with these requests in flight: 1")
                    .containsPattern("GET /api/spin runs\\n(.*\\n)?\\s+at slow//Slow\\.spin\\(Slow\\.groovy:15\\)")
                    .doesNotContain("VesperServer.serve");
        }
    }

    private void awaitLogged(String text) throws Exception {
        Eventually.until(
                "\"" + text + "\" in the log",
                () -> Files.readString(folder.resolve("stderr")).contains(text));
    }

    /** Sends SIGTERM. {@link Process#destroy} would also close our end of its standard output. */
    private void terminate() {
        process.toHandle().destroy();
    }

    private static Socket ask(URI address, String path) throws IOException {
        Socket socket = new Socket(address.getHost(), address.getPort());
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(UTF_8));
        return socket;
    }

    /** Waits until the slow request is in flight; the request for the metrics is the second one counted. */
    private static void awaitInFlight(URI address) throws IOException {
        Eventually.until("the slow request", () -> metricsOf(address).contains("http_server_active_requests 2.0"));
    }

    private static String metricsOf(URI address) throws IOException {
        return answerOf(address, "/metrics");
    }

    private static String answerOf(URI address, String path) throws IOException {
        try (Socket socket = ask(address, path)) {
            return textOf(socket);
        }
    }

    /** Waits until the port is closed, which is the first step of a stop: then the server is draining. */
    private static void awaitRefused(URI address) {
        Eventually.until("the port's end", () -> {
            try (Socket _ = new Socket(address.getHost(), address.getPort())) {
                return false;
            } catch (IOException e) {
                return true;
            }
        });
    }

    private static String textOf(Socket socket) throws IOException {
        try (InputStream in = socket.getInputStream()) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}

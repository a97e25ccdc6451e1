package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LoadRunTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Queue<String> requests = new ConcurrentLinkedQueue<>();
    private volatile Duration delay = Duration.ZERO;
    /** Starts above the number of connections, so that at zero some responses have been read. */
    private volatile CountDownLatch answered = new CountDownLatch(20);

    private HttpServer server;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            sleep(delay);
            requests.add(exchange.getRequestMethod() + " "
                    + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("X-Own") + " "
                    + String.join(",", exchange.getRequestHeaders().get("Accept")) + " "
                    + new String(body, StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("chunked".getBytes(StandardCharsets.UTF_8));
            exchange.close();
            answered.countDown();
        });
        server.createContext("/missing", exchange -> {
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void json_has_the_promised_shape() {
        int exit = run(counted(url(), 50).withPid(ProcessHandle.current().pid()).asJson());
        assertThat(exit).isEqualTo(ExitCode.OK);
        assertThat(text(out))
                .matches("\\{\"requests\":50,\"seconds\":[0-9.]+,\"requestsPerSecond\":[0-9.]+,"
                        + "\"errors\":\\{\"connect\":0,\"timeout\":0,\"status\":0,\"body\":0,\"cutOff\":0,\"malformed\":0,\"local\":0\\},"
                        + "\"latencyMicros\":\\{\"p50\":\\d+,\"p90\":\\d+,\"p99\":\\d+,\"p99.9\":\\d+,\"max\":\\d+\\},"
                        + "\"generator\":\\{\"lowerBound\":(true|false),\"busy\":[0-9.]+,\"issued\":50,\"missed\":0,.*\\},"
                        + "\"serverCpuMicrosPerRequest\":[0-9.]+\\}\n");
    }

    @Test
    void answers_with_another_status_are_counted_by_it_and_are_no_success() {
        assertThat(run(counted(url() + "missing", 5))).isEqualTo(ExitCode.FAILED);
        assertThat(text(out))
                .contains(", 0 per second as expected", "errors       5 with an unexpected status (404)\n");
        out.reset();
        assertThat(run(counted(url() + "missing", 5).asJson())).isEqualTo(ExitCode.FAILED);
        assertThat(text(out)).contains("\"requestsPerSecond\":0,", "\"status\":5,", "\"wrongStatuses\":{\"404\":5}");
    }

    @Test
    void a_body_makes_it_a_post_that_carries_it() throws IOException {
        Path body = Files.writeString(folder.resolve("body.json"), "{\"a\":1}");
        int exit = run(counted(url(), 1)
                .with(LoadOptions.RequestOptions.GET
                        .withFields(List.of("X-Own: 1", "Accept: text/plain"))
                        .withBody(body, false))
                .with(new LoadOptions.Sockets(1, false, 1, 1, 1, Optional.of(Duration.ofSeconds(5)))));
        assertThat(exit).isEqualTo(ExitCode.OK);
        assertThat(requests).containsExactly("POST / 1 text/plain {\"a\":1}");
        assertThat(text(out)).contains("requests     1 in").contains("errors       none");
    }

    @Test
    void nobody_to_answer_is_a_failure() throws IOException {
        String nobody;
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = "http://127.0.0.1:" + listener.getLocalPort() + "/";
        }
        assertThat(run(counted(nobody, 3))).isEqualTo(ExitCode.FAILED);
        assertThat(text(out)).contains("errors       3 connection failed\n").doesNotContain("{");
    }

    @Test
    void an_open_loop_tells_how_late_it_was_and_both_latencies() {
        int exit = run(counted(url(), 20)
                .with(LoadOptions.Sockets.of(4))
                .with(new LoadOptions.Pace(OptionalDouble.of(200), true, 3, OptionalInt.of(2))));
        assertThat(exit).isEqualTo(ExitCode.OK);
        assertThat(text(out))
                .contains(
                        "requests     40 in",
                        "raw µs",
                        "sent late µs",
                        "queued µs",
                        "connections  20, ",
                        "network ",
                        "40 sent, 0 missed");
    }

    @Test
    void options_that_contradict_each_other_are_a_mistake_of_usage() {
        for (LoadOptions.Pace pace : List.of(
                new LoadOptions.Pace(OptionalDouble.empty(), true, 1, OptionalInt.empty()),
                new LoadOptions.Pace(OptionalDouble.empty(), false, 1, OptionalInt.of(2)),
                LoadOptions.Pace.at(0))) {
            assertThat(run(counted(url(), 1).with(pace))).isEqualTo(ExitCode.USAGE);
        }
        assertThat(text(err))
                .contains(
                        "Poisson arrivals need a rate",
                        "calls on each connection need a rate of connections",
                        "rate 0.0 is not above 0");
    }

    @Test
    void what_cannot_be_driven_is_a_mistake_of_usage() {
        assertThat(run(LoadOptions.defaults("https://127.0.0.1/"))).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("only http:");
        assertThat(run(counted(url(), 0))).isEqualTo(ExitCode.USAGE);
        assertThat(run(counted("http://nobody.invalid/", 1))).isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("unknown host: nobody.invalid");
        Path missing = folder.resolve("missing.txt");
        assertThat(run(counted(url(), 1).with(LoadOptions.RequestOptions.GET.withUrls(missing))))
                .isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("file not found: " + missing);
        assertThat(text(out)).isEmpty();
    }

    @Test
    void placeholders_are_filled_in_path_header_and_template() throws IOException {
        Path csv = Files.writeString(folder.resolve("people.csv"), "name\nAda L\n");
        Path template = Files.writeString(folder.resolve("order.json"), "{\"no\":{counter},\"by\":\"{csv:name}\"}");
        LoadOptions.RequestOptions sent = LoadOptions.RequestOptions.GET
                .withFields(List.of("X-Own: n{counter}"))
                .withBody(template, true)
                .withData(csv);
        assertThat(run(counted(url() + "people/{csv:name}?at={counter}", 3).with(sent)))
                .isEqualTo(ExitCode.OK);
        assertThat(requests)
                .containsExactly(
                        "POST /people/Ada%20L?at=1 n1 */* {\"no\":1,\"by\":\"Ada L\"}",
                        "POST /people/Ada%20L?at=2 n2 */* {\"no\":2,\"by\":\"Ada L\"}",
                        "POST /people/Ada%20L?at=3 n3 */* {\"no\":3,\"by\":\"Ada L\"}");
    }

    @Test
    void a_body_that_is_no_template_is_sent_as_it_is() throws IOException {
        Path body = Files.writeString(folder.resolve("body.txt"), "{counter}");
        assertThat(run(counted(url(), 1).with(LoadOptions.RequestOptions.GET.withBody(body, false))))
                .isEqualTo(ExitCode.OK);
        assertThat(requests).containsExactly("POST / null */* {counter}");
    }

    @Test
    void requests_of_a_list_are_sent_as_often_as_their_weights_say() throws IOException {
        Files.writeString(folder.resolve("order.json"), "[{counter}]");
        Path urls = Files.writeString(
                folder.resolve("urls.txt"), "# what people do\n3 GET /read\n\n1 put /write/{counter} order.json\n");
        assertThat(run(counted(url(), 400).with(LoadOptions.RequestOptions.GET.withUrls(urls))))
                .isEqualTo(ExitCode.OK);
        assertThat(text(out)).contains("errors       none");
        long reads = requests.stream()
                .filter(request -> request.startsWith("GET /read "))
                .count();
        assertThat(reads).isBetween(260L, 340L);
        assertThat(requests.stream().filter(request -> request.matches("PUT /write/(\\d+) null \\*/\\* \\[\\1]")))
                .hasSize(400 - (int) reads);
    }

    @Test
    void a_list_that_cannot_be_read_is_refused_with_the_line() throws IOException {
        for (String line :
                List.of("GET /", "1 GET", "1 GET x", "0 GET /", "1 GET / none.json extra", "1 GET /{conter}")) {
            Path urls = Files.writeString(folder.resolve("urls.txt"), "\n" + line + "\n");
            assertThat(run(counted(url(), 1).with(LoadOptions.RequestOptions.GET.withUrls(urls))))
                    .as(line)
                    .isEqualTo(ExitCode.USAGE);
        }
        assertThat(text(err))
                .contains(
                        "urls.txt, line 2: expected WEIGHT METHOD PATH [FILE]",
                        "path x does not start with /",
                        "weight 0 is not in 1",
                        "path /{conter} has braces without a placeholder");
    }

    @Test
    void bounds_that_are_missed_make_the_run_fail_and_are_named() {
        LoadOptions run = counted(url(), 20);
        assertThat(run(run.with(new LoadOptions.Goal(Optional.of("errors=0,rate>=1"), false))))
                .isEqualTo(ExitCode.OK);
        assertThat(text(out)).contains("bounds       errors=0, rate>=1: met");
        assertThat(run(run.with(new LoadOptions.Goal(Optional.of("errors=0,p99<1us"), false))
                        .asJson()))
                .isEqualTo(ExitCode.GATE_MISSED);
        assertThat(text(out)).contains("\"serviceLevel\":\"errors=0, p99<1us\",\"missed\":[\"p99<1us\"]");
        assertThat(run(run.with(new LoadOptions.Goal(Optional.of("speed>1"), false))))
                .isEqualTo(ExitCode.USAGE);
        assertThat(text(err)).contains("unknown figure speed");
    }

    @Test
    void no_rate_is_looked_for_where_nothing_is_answered_as_expected() {
        LoadOptions search = LoadOptions.defaults(url() + "missing")
                .with(new LoadOptions.Limit(OptionalLong.empty(), Optional.of(Duration.ofMillis(100))))
                .with(new LoadOptions.Goal(Optional.of("errors=0"), true));
        assertThat(run(search)).isEqualTo(ExitCode.FAILED);
        assertThat(text(err)).containsPattern("so no rate can be found: [0-9]+ with an unexpected status .404.");
    }

    @Test
    void the_highest_rate_is_looked_for_step_by_step() {
        // One response in 20 ms on one connection is at most 50 per second.
        delay = Duration.ofMillis(20);
        LoadOptions search = LoadOptions.defaults(url())
                .with(LoadOptions.Sockets.of(1))
                .with(new LoadOptions.Limit(OptionalLong.empty(), Optional.of(Duration.ofMillis(200))))
                .with(LoadOptions.Pace.at(10))
                .with(new LoadOptions.Goal(Optional.of("errors=0,p99<5s"), true));
        assertThat(run(search.asJson())).isEqualTo(ExitCode.OK);
        assertThat(text(err)).contains("10 per second: holds", "misses the rate");
        Matcher found = Pattern.compile("\"highestRate\":([0-9.]+),").matcher(text(out));
        assertThat(found.find()).isTrue();
        assertThat(Double.parseDouble(found.group(1))).isBetween(5.0, 60.0);
        assertThat(text(out)).contains("\"lowerBound\":", "\"shortOfConnections\":");
        assertThat(text(out)).contains("\"steps\":[{\"rate\":10,\"holds\":true,\"missed\":[],\"run\":{\"requests\":2,");
    }

    @Test
    void a_signal_breaks_a_run_off_and_what_was_seen_until_then_is_printed() throws Exception {
        Process load = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LoadProcess.class.getName(),
                        url())
                .redirectError(folder.resolve("err").toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        try {
            answered.await();
            load.destroy();
            assertThat(load.waitFor()).isNotZero();
            assertThat(Files.readString(folder.resolve("out")))
                    .containsPattern("requests     [1-9]")
                    .contains("aborted      interrupted; the results so far", "errors       none");
        } finally {
            load.destroyForcibly();
        }
    }

    @Test
    void an_interrupt_breaks_several_threads_off_and_the_json_says_so() throws Exception {
        int exitCode = brokenOff(LoadOptions.defaults(url())
                .with(new LoadOptions.Sockets(4, true, 1, 1, 2, Optional.empty()))
                .with(LoadOptions.Limit.count(1_000_000))
                .asJson());
        assertThat(exitCode).isEqualTo(ExitCode.FAILED);
        assertThat(text(out)).matches("\\{\"requests\":[1-9].*\"brokenOff\":\"interrupted\"}\n");
    }

    @Test
    void a_search_that_is_broken_off_keeps_the_rates_that_it_has_tried() throws Exception {
        LoadOptions search = LoadOptions.defaults(url())
                .with(new LoadOptions.Sockets(2, true, 1, 1, 2, Optional.empty()))
                .with(new LoadOptions.Limit(OptionalLong.empty(), Optional.of(Duration.ofMillis(500))))
                .with(LoadOptions.Pace.at(4))
                .with(new LoadOptions.Goal(Optional.of("errors=0"), true));
        // The first rate has two requests and the second four; the third request is in the second run.
        answered = new CountDownLatch(3);
        assertThat(brokenOff(search)).isEqualTo(ExitCode.FAILED);
        assertThat(text(out))
                .matches("Aborted \\(interrupted\\); the results so far:\n"
                        + "\\d+ per second is the highest rate yet at which errors=0 holds(?s:.*)");
    }

    /** Interrupts the run once the server has answered as often as {@code answered} says. */
    private int brokenOff(LoadOptions options) throws Exception {
        var exitCode = new CompletableFuture<Integer>();
        Thread runner = Thread.ofPlatform().start(() -> exitCode.complete(run(options)));
        answered.await();
        runner.interrupt();
        return exitCode.get();
    }

    private static LoadOptions counted(String url, long requests) {
        return LoadOptions.defaults(url).with(LoadOptions.Sockets.of(1)).with(LoadOptions.Limit.count(requests));
    }

    /** Simulates the server's work, which is measured. */
    private static void sleep(Duration time) throws IOException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
    }

    private int run(LoadOptions options) {
        return LoadRun.run(
                options,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}

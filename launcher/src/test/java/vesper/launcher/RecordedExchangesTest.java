package vesper.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.launcher.RecordsClient.INVOCATIONS;
import static vesper.launcher.RecordsClient.TRANSACTIONS;
import static vesper.launcher.RecordsClient.isCut;
import static vesper.launcher.RecordsClient.payload;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Records of all kinds of exchanges contain what was received and what was sent. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordedExchangesTest {
    private static final int KEPT_BYTES = 64 << 10;
    private static final String SERVICE = """
            import java.util.concurrent.CountDownLatch
            import org.springframework.web.bind.annotation.*
            import vesper.records.Tracker
            import vesper.rest.StreamingBody

            @RestController
            @RequestMapping('odd')
            class Odd {
                private final CountDownLatch entered = new CountDownLatch(1)
                private final CountDownLatch released = new CountDownLatch(1)

                @GetMapping('streamed')
                StreamingBody streamed(@RequestParam('word') String word) {
                    return { out -> 3.times { out << "$word-$it\\n"; out.flush() } } as StreamingBody
                }

                @GetMapping('broken')
                String broken(@RequestParam('word') String word) { throw new IllegalStateException(word) }

                @GetMapping('endless')
                StreamingBody endless(@RequestParam('word') String word) {
                    return { out -> while (true) out << "$word\\n" * 1000 } as StreamingBody
                }

                @GetMapping('slow')
                String slow(@RequestParam('word') String word) { entered.countDown(); released.await(); word }

                @GetMapping('entered')
                void waitUntilEntered() { entered.await() }

                @GetMapping('release')
                void release() { released.countDown() }

                @PostMapping('order')
                Map order(@RequestBody Map order) {
                    Tracker.current().type('order').externalId(order.id as String)
                            .state('VALIDATED', order).put('password', 'Xsecret5').log('was seen')
                    [id: order.id]
                }
            }
            """;

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path packages = EchoPackage.in(folder);
        Path code = Files.createDirectories(packages.resolve("odd/code"));
        Files.writeString(code.resolve("Odd.groovy"), SERVICE);
        vesper = RunningVesper.serving(packages, folder.resolve("data"), "tracker.enabled=true");
        client = new RecordsClient(vesper.address());
        client.json("POST", "/admin/monitor/rules", """
                {"name": "all", "path": "/api/**", "keep": ["headers", "query", "bodies"], "mask": ["pin", "X-Key"]}""");
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    @Test
    void a_streamed_answer_is_kept_as_it_was_written() throws Exception {
        client.get("/api/odd/streamed?word=brook");

        JsonNode one = client.transaction("\"brook-2\"");
        assertThat(payload(one, "PROCESSED")).isEqualTo("brook-0\nbrook-1\nbrook-2\n");
        assertThat(one.path("url").asString()).isEqualTo("/api/odd/streamed?word=brook");
        assertThat(isCut(one, "PROCESSED")).isFalse();
    }

    @Test
    void a_chunked_request_is_kept_without_its_chunks() throws Exception {
        String body = "{\"word\":\"chunky\"}";
        client.send(
                "POST",
                "/api/echo",
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body.getBytes(UTF_8))),
                "Content-Type",
                "application/json");

        JsonNode one = client.transaction("chunky");
        assertThat(payload(one, "RECEIVED")).isEqualTo(body);
        assertThat(payload(one, "PROCESSED")).isEqualTo(body);
    }

    @Test
    void a_compressed_request_is_kept_inflated() throws Exception {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(zipped)) {
            out.write("{\"word\":\"zipped\"}".getBytes(UTF_8));
        }
        client.send(
                "POST",
                "/api/echo",
                BodyPublishers.ofByteArray(zipped.toByteArray()),
                "Content-Type",
                "application/json",
                "Content-Encoding",
                "gzip");

        assertThat(payload(client.transaction("zipped"), "RECEIVED")).isEqualTo("{\"word\":\"zipped\"}");
    }

    @Test
    void an_answer_that_is_sent_compressed_is_kept_as_it_was_before() throws Exception {
        String body = "{\"word\":\"squeezed\",\"more\":\"" + "a".repeat(5000) + "\"}";
        client.send(
                "POST",
                "/api/echo",
                BodyPublishers.ofString(body),
                "Content-Type",
                "application/json",
                "Accept-Encoding",
                "gzip");

        assertThat(payload(client.transaction("squeezed"), "PROCESSED")).isEqualTo(body);
    }

    @Test
    void a_request_over_HTTP_2_is_kept_as_any_other() throws Exception {
        Process curl = new ProcessBuilder(
                        "curl",
                        "-s",
                        "--http2-prior-knowledge",
                        "-H",
                        "Content-Type: application/json",
                        "-d",
                        "{\"word\":\"second\"}",
                        client.url() + "/api/echo")
                .start();
        assertThat(new String(curl.getInputStream().readAllBytes(), UTF_8)).isEqualTo("{\"word\":\"second\"}");
        curl.waitFor();

        JsonNode one = client.transaction("second");
        assertThat(payload(one, "RECEIVED")).isEqualTo("{\"word\":\"second\"}");
        assertThat(payload(one, "PROCESSED")).isEqualTo("{\"word\":\"second\"}");
    }

    @Test
    void large_contents_are_cut_and_said_to_be() throws Exception {
        String body = "{\"word\":\"whale\",\"more\":\"" + "a".repeat(2 * KEPT_BYTES) + "\"}";
        client.json("POST", "/api/echo", body);

        JsonNode one = client.transaction("whale");
        for (String state : List.of("RECEIVED", "PROCESSED")) {
            assertThat(payload(one, state)).isEqualTo(body.substring(0, KEPT_BYTES));
            assertThat(isCut(one, state)).isTrue();
        }
        assertThat(CommandRun.of("records", "whale", "--url", client.url()).out())
                .contains("RECEIVED", "(truncated)");
    }

    @Test
    void content_as_large_as_what_is_kept_is_not_cut() throws Exception {
        String body = "\"minnow " + "a".repeat(KEPT_BYTES - 9) + "\"";
        client.json("POST", "/api/echo", body);

        JsonNode one = client.transaction("minnow");
        assertThat(payload(one, "RECEIVED")).isEqualTo(body);
        assertThat(isCut(one, "RECEIVED")).isFalse();
        assertThat(isCut(one, "PROCESSED")).isFalse();
    }

    @Test
    void the_answer_to_HEAD_has_no_content_that_was_never_sent() throws Exception {
        client.send("HEAD", "/api/echo?echo=headless", BodyPublishers.noBody());

        JsonNode one = client.transaction("headless");
        assertThat(one.path("method").asString()).isEqualTo("HEAD");
        assertThat(one.path("status").asInt()).isEqualTo(200);
        assertThat(payload(one, "PROCESSED")).isEmpty();
        assertThat(isCut(one, "PROCESSED")).isFalse();
    }

    @Test
    void what_is_not_there_is_an_error_with_the_problem_that_was_told() throws Exception {
        String problem = client.get("/api/nowhere-at-all").body();

        JsonNode one = client.transaction("path:/api/nowhere-at-all");
        assertThat(one.path("state").asString()).isEqualTo("ERROR");
        assertThat(one.path("status").asInt()).isEqualTo(404);
        assertThat(payload(one, "ERROR")).isEqualTo(problem);
    }

    @Test
    void a_handler_that_fails_is_an_error_with_the_problem_that_was_told() throws Exception {
        String problem = client.get("/api/odd/broken?word=crash").body();

        JsonNode one = client.transaction("query.word:crash");
        assertThat(one.path("state").asString()).isEqualTo("ERROR");
        assertThat(one.path("status").asInt()).isEqualTo(500);
        assertThat(payload(one, "ERROR")).isEqualTo(problem).doesNotContain("crash");
    }

    @Test
    void a_client_that_leaves_within_an_answer_is_recorded_with_the_beginning_of_it() throws Exception {
        try (Socket socket = asked("/api/odd/endless?word=quitter")) {
            assertThat(socket.getInputStream().readNBytes(100_000)).hasSize(100_000);
        }

        JsonNode one = client.transaction("query.word:quitter");
        assertThat(one.path("status").asInt()).isEqualTo(200);
        assertThat(one.path("states").get(1).path("payload").asString()).startsWith("quitter\n");
        assertThat(one.path("states").get(1).path("cut").asBoolean(false)).isTrue();
    }

    @Test
    void a_client_that_leaves_before_the_answer_is_recorded_without_one() throws Exception {
        try (Socket socket = asked("/api/odd/slow?word=hasty")) {
            client.get("/api/odd/entered");
            // Resets the connection: a client that closes only its sending side may still receive a response.
            socket.setSoLinger(true, 0);
        }
        // The exchange is recorded once the server notices the reset, while the handler is still waiting.
        JsonNode one = client.transaction("query.word:hasty");
        client.get("/api/odd/release");
        assertThat(one.path("state").asString()).isEqualTo("ERROR");
        assertThat(one.path("status").asInt()).isZero();
        assertThat(payload(one, "ERROR")).isEmpty();
    }

    @Test
    void what_code_says_of_its_transaction_is_in_it() throws Exception {
        client.json("POST", "/api/odd/order", "{\"id\":\"PO-17\",\"what\":\"plums\"}");

        JsonNode one = client.transaction("externalId:\"PO-17\"");
        assertThat(one.path("type").asString()).isEqualTo("order");
        assertThat(one.path("states").findValuesAsString("name")).containsExactly("RECEIVED", "VALIDATED", "PROCESSED");
        assertThat(payload(one, "VALIDATED")).contains("plums");
        assertThat(CommandRun.of("records", "plums", "--url", client.url()).out())
                .contains("type        order", "external id PO-17", "VALIDATED", "was seen");
    }

    @Test
    void secrets_are_in_no_file_and_in_no_answer() throws Exception {
        String[] secret = {
            "Content-Type",
            "application/json",
            "Authorization",
            "Bearer Xsecret1",
            "X-Key",
            "Xsecret2",
            "Cookie",
            "s=Xsecret3"
        };
        client.send(
                "POST",
                "/api/echo?password=Xsecret4&word=guarded",
                BodyPublishers.ofString(
                        "{\"password\":\"Xsecret6\",\"a\":[{\"PIN\":\"Xsecret7\"}],\"open\":\"guarded\"}"),
                secret);
        client.send(
                "POST",
                "/api/echo",
                BodyPublishers.ofString("<a><pin>Xsecret8</pin><b secret='Xsecret9'/>guarded</a>"),
                "Content-Type",
                "application/xml");
        client.send(
                "POST",
                "/api/echo",
                BodyPublishers.ofString("pin=Xsecret10&open=guarded"),
                "Content-Type",
                "application/x-www-form-urlencoded");
        client.json("POST", "/api/odd/order", "{\"id\":\"guarded\",\"pin\":\"Xsecret11\"}");

        client.await("guarded", found -> found.size() == 4);
        assertThat(filesWith("guarded")).isNotEmpty();
        assertThat(filesWith("Xsecret")).isEmpty();
        assertThat(client.page(TRANSACTIONS, "guarded", "&wait=true").toString())
                .contains("***")
                .doesNotContain("Xsecret");
        assertThat(client.page(INVOCATIONS, "guarded", "").toString())
                .contains("***", "Authorization")
                .doesNotContain("Xsecret");
        assertThat(client.found(TRANSACTIONS, "Xsecret*")).isEmpty();
        assertThat(filesWith("Xsecret")).isEmpty();
    }

    @Test
    void records_are_for_this_machine_only_where_there_is_no_token() throws Exception {
        for (String path : List.of(
                TRANSACTIONS,
                TRANSACTIONS + "/01a202ee-8ba6-739f-9057-237e30000000",
                INVOCATIONS,
                "/admin/monitor/rules",
                "/admin/throttling/rules",
                "/admin/tracker/enabled",
                "/admin/monitor/enabled"))
            assertThat(client.get(path, "X-Forwarded-For", "203.0.113.9").statusCode())
                    .as(path)
                    .isIn(401, 403);
        assertThat(client.send(
                                "PUT",
                                "/admin/tracker/enabled",
                                BodyPublishers.ofString("false"),
                                "Content-Type",
                                "application/json",
                                "X-Forwarded-For",
                                "203.0.113.9")
                        .statusCode())
                .isIn(401, 403);
        assertThat(client.status().path("tracker").path("on").asBoolean()).isTrue();
    }

    @Test
    void a_switch_takes_true_and_false_as_curl_sends_them_and_nothing_else() throws Exception {
        String[] form = {"Content-Type", "application/x-www-form-urlencoded"};
        for (String path : List.of("/admin/tracker/enabled", "/admin/monitor/enabled")) {
            assertThat(client.send("PUT", path, BodyPublishers.ofString("true\n"), form)
                            .body())
                    .isEqualTo("true");
            assertThat(client.send("PUT", path, BodyPublishers.ofString("maybe"), form)
                            .statusCode())
                    .isEqualTo(400);
        }
        assertThat(client.status().path("tracker").path("on").asBoolean()).isTrue();
    }

    private static Socket asked(String path) throws IOException {
        Socket socket = new Socket(vesper.address().getHost(), vesper.address().getPort());
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(UTF_8));
        return socket;
    }

    private static List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("data/records"))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> contains(file, text))
                    .toList();
        }
    }

    private static boolean contains(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), ISO_8859_1).contains(text);
        } catch (IOException e) {
            // The server may have deleted the file when it merged blocks.
            return false;
        }
    }
}

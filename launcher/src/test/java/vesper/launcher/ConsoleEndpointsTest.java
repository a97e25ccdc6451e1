package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLConnection;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

/** The endpoints behind the console's view of a running server: history, routes, and requests in flight. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleEndpointsTest {
    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Greeting {
                @GetMapping('greeting')
                Map<String, String> greet() { [text: 'hello'] }

                @GetMapping('broken/{how}')
                String fail(@PathVariable('how') String how) { throw new IllegalStateException(how) }

                @GetMapping('waiting')
                String waits() {
                    new java.util.concurrent.CountDownLatch(1).await()
                    'never'
                }
            }
            """;

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/greeting/code"));
        Files.writeString(code.resolve("Greeting.groovy"), SERVICE);
        vesper = RunningVesper.serving(folder.resolve("packages"), folder.resolve("data"));
        client = new RecordsClient(vesper.address());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    @Test
    void the_last_minutes_are_told_second_by_second() throws Exception {
        client.get("/api/greeting");

        JsonNode history = Eventually.answer(
                "a sample",
                () -> read("/admin/status/history?minutes=15"),
                told -> !told.path("items").isEmpty());

        assertThat(history.path("everyMillis").asInt()).isEqualTo(1000);
        JsonNode sample = history.path("items").path(0);
        assertThat(Instant.parse(sample.path("at").asString()))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat(sample.propertyNames())
                .contains("requestsPerSecond", "errorsPerSecond", "p50Micros", "p99Micros", "cpuPercent", "gcMillis")
                .contains("connections", "running", "pending", "lagMillis");
        assertThat(sample.path("heapBytes").asLong()).isPositive();
    }

    @Test
    void minutes_that_are_not_kept_are_refused() throws Exception {
        HttpResponse<String> refused = client.get("/admin/status/history?minutes=16");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(JsonText.read(refused.body()).at("/errors/0/pointer").asString())
                .isEqualTo("minutes");
    }

    @Test
    void each_sample_is_sent_to_who_follows() throws Exception {
        URLConnection live =
                URI.create(client.url() + "/admin/status/live").toURL().openConnection();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(live.getInputStream(), StandardCharsets.UTF_8))) {
            List<String> event = new ArrayList<>();
            String data = "";
            while (!data.startsWith("data:")) event.add(data = lines.readLine());

            assertThat(live.getContentType()).startsWith("text/event-stream");
            assertThat(event).anyMatch(line -> line.matches("event: ?sample"));
            assertThat(JsonText.read(data.substring("data:".length()))
                            .path("heapBytes")
                            .asLong())
                    .isPositive();
        }
    }

    @Test
    void routes_are_told_with_where_they_are_and_what_was_counted() throws Exception {
        for (int i = 0; i < 3; i++) client.get("/api/greeting");
        client.get("/api/broken/so");

        // An exchange is counted when its last byte has left, which may be after its client has read the response.
        Eventually.until(
                "the calls", () -> route("GET%20/api/greeting").path("calls").asInt() >= 3);
        Eventually.until("the error", () -> route("/broken/").path("errors").asInt() == 1);
        JsonNode greeting = route("GET%20/api/greeting");
        assertThat(greeting.path("method").asString()).isEqualTo("GET");
        assertThat(greeting.path("path").asString()).isEqualTo("/api/greeting");
        assertThat(greeting.path("package").asString()).isEqualTo("greeting");
        assertThat(greeting.path("source").asString()).isEqualTo("greeting/code/Greeting.groovy");
        assertThat(greeting.path("line").asInt()).isEqualTo(6);
        assertThat(greeting.path("errors").asInt(-1)).isZero();
        assertThat(greeting.path("p99Micros").asLong()).isPositive();
        assertThat(route("/broken/").path("path").asString()).isEqualTo("/api/broken/{how}");
    }

    @Test
    void routes_are_found_by_package_and_text() throws Exception {
        assertThat(read("/admin/routes?package=greeting&q=BROKEN").path("items"))
                .hasSize(1);
        assertThat(read("/admin/routes?package=nobody").path("total").asInt(-1)).isZero();
        JsonNode own = read("/admin/routes?package=vesper&q=/admin/routes").path("items");
        assertThat(own).hasSize(1);
        assertThat(own.path(0).path("running").asInt()).isEqualTo(1);
        assertThat(own.path(0).has("source")).isFalse();
    }

    @Test
    void a_request_that_waits_is_shown_and_can_be_interrupted() throws Exception {
        CompletableFuture<HttpResponse<String>> waiting = client.later("/api/waiting?secret=1");
        JsonNode request = Eventually.answer(
                        "the request",
                        () -> waitingOnes("/admin/requests?minMillis=0"),
                        found -> found.size() == 1
                                && found.getFirst().path("state").asString().equals("waiting"))
                .getFirst();

        assertThat(request.path("method").asString()).isEqualTo("GET");
        assertThat(request.path("route").asString()).isEqualTo("GET /api/waiting");
        assertThat(request.path("package").asString()).isEqualTo("greeting");
        assertThat(request.path("client").asString()).startsWith("127.0.0.1:");
        assertThat(Instant.parse(request.path("startedAt").asString()))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat(request.path("ageMillis").asLong(-1)).isNotNegative();
        assertThat(waitingOnes("/admin/requests?minMillis=3600000")).isEmpty();

        String interrupt = "/admin/requests/" + request.path("id").asString() + "/interrupt";
        assertThat(client.send("POST", interrupt, BodyPublishers.noBody()).statusCode())
                .isEqualTo(204);
        assertThat(waiting.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(500);
        assertThat(client.send("POST", interrupt, BodyPublishers.noBody()).statusCode())
                .isEqualTo(404);
    }

    private static List<JsonNode> waitingOnes(String path) throws Exception {
        return read(path)
                .path("items")
                .valueStream()
                .filter(item -> item.path("path").asString().equals("/api/waiting"))
                .toList();
    }

    private static JsonNode route(String q) throws Exception {
        return read("/admin/routes?package=greeting&q=" + q).path("items").path(0);
    }

    private static JsonNode read(String path) throws Exception {
        HttpResponse<String> answer = client.get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonText.read(answer.body());
    }
}

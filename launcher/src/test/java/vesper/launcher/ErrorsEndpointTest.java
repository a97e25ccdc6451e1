package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

/** Recent errors, and the preview of a rule on recent exchanges. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ErrorsEndpointTest {
    private static final String PREVIEW = "/admin/monitor/preview";
    private static final String SERVICE = """
            import org.springframework.http.ResponseEntity
            import org.springframework.web.bind.annotation.*

            @RestController
            class Failing {
                @GetMapping('broken/{how}')
                String fail(@PathVariable('how') String how) { throw new IllegalStateException('no table ' + how) }

                @GetMapping('meant')
                ResponseEntity<String> meant() { ResponseEntity.status(502).body('upstream is gone') }

                @GetMapping('fine/{n}')
                String fine(@PathVariable('n') String n) { n }
            }
            """;

    @TempDir
    static Path folder;

    private static RunningVesper vesper;
    private static RecordsClient client;

    @BeforeAll
    static void start() throws Exception {
        Path code = Files.createDirectories(folder.resolve("packages/failing/code"));
        Files.writeString(code.resolve("Failing.groovy"), SERVICE);
        vesper = RunningVesper.serving(folder.resolve("packages"), folder.resolve("data"));
        client = new RecordsClient(vesper.address());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
    }

    @Test
    void what_failed_is_told_with_why_also_while_nothing_is_recorded() throws Exception {
        client.get("/api/broken/orders?password=secret");
        client.get("/api/meant");

        JsonNode broken = awaitError(item -> item.path("path").asString().equals("/api/broken/orders"));
        JsonNode meant = awaitError(item -> item.path("path").asString().equals("/api/meant"));

        assertThat(broken.path("status").asInt()).isEqualTo(500);
        assertThat(broken.path("method").asString()).isEqualTo("GET");
        assertThat(broken.path("route").asString()).isEqualTo("GET /api/broken/{how}");
        assertThat(broken.path("package").asString()).isEqualTo("failing");
        assertThat(broken.path("message").asString()).isEqualTo("IllegalStateException: no table orders");
        assertThat(Instant.parse(broken.path("at").asString()))
                .isBefore(Instant.now().plusSeconds(1));
        assertThat(broken.has("invocation")).isFalse();
        assertThat(meant.path("status").asInt()).isEqualTo(502);
        assertThat(meant.has("message")).isFalse();
    }

    @Test
    void what_was_recorded_of_it_is_named() throws Exception {
        switchRecording(true);
        try {
            client.get("/api/broken/recorded");
            JsonNode item = awaitError(error -> error.path("path").asString().equals("/api/broken/recorded")
                    && error.has("invocation")
                    && error.has("transaction"));

            assertThat(item.path("message").asString()).endsWith("no table recorded");
            JsonNode transaction = JsonText.read(client.get(RecordsClient.TRANSACTIONS + "/"
                            + item.path("transaction").asString())
                    .body());
            assertThat(transaction.path("id").asString())
                    .isEqualTo(item.path("invocation").asString());
            assertThat(errors(200).stream()
                            .filter(error -> error.path("path").asString().equals("/api/broken/recorded")))
                    .hasSize(1);
        } finally {
            switchRecording(false);
        }
    }

    @Test
    void no_more_than_asked_for_are_told_the_newest_first() throws Exception {
        client.get("/api/broken/one");
        client.get("/api/broken/two");
        awaitError(item -> item.path("path").asString().equals("/api/broken/one"));
        awaitError(item -> item.path("path").asString().equals("/api/broken/two"));

        assertThat(errors(1)).hasSize(1);
        List<Instant> times = errors(200).stream()
                .map(item -> Instant.parse(item.path("at").asString()))
                .toList();
        assertThat(times).isSortedAccordingTo((one, other) -> other.compareTo(one));
        assertThat(client.get("/admin/errors?limit=0").statusCode()).isEqualTo(400);
        assertThat(client.get("/admin/errors?limit=201").statusCode()).isEqualTo(400);
    }

    @Test
    void a_rule_is_tried_on_the_last_exchanges_while_nothing_is_recorded() throws Exception {
        for (int i = 0; i < 12; i++) client.get("/api/fine/" + i);

        JsonNode preview = Eventually.answer(
                "all of them",
                () -> preview("{\"path\": \"/api/fine/*\", \"methods\": [\"GET\"], \"enabled\": false}"),
                told -> told.path("matched").asInt() >= 12);

        assertThat(preview.path("of").asString()).isEqualTo("exchanges");
        assertThat(preview.path("looked").asInt())
                .isGreaterThanOrEqualTo(preview.path("matched").asInt());
        assertThat(preview.path("examples")).hasSize(10);
        JsonNode example = preview.path("examples").path(0);
        assertThat(example.path("path").asString()).startsWith("/api/fine/");
        assertThat(example.path("status").asInt()).isEqualTo(200);
        assertThat(preview("{\"package\": \"nobody\"}").path("matched").asInt(-1))
                .isZero();
        assertThat(preview("{\"package\": \"failing\", \"status\": [\"2xx\"]}")
                        .path("matched")
                        .asInt())
                .isGreaterThanOrEqualTo(12);
        assertThat(JsonText.read(client.get("/admin/monitor/rules").body()).path("items"))
                .isEmpty();
    }

    @Test
    void a_rule_is_tried_on_the_records_while_there_are_some() throws Exception {
        switchRecording(true);
        try {
            client.get("/api/fine/recorded");
            JsonNode preview = Eventually.answer(
                    "the record",
                    () -> preview("{\"path\": \"/api/fine/recorded\"}"),
                    told -> told.path("of").asString().equals("records")
                            && told.path("matched").asInt() == 1);
            assertThat(preview.path("examples").path(0).path("id").asString()).hasSize(36);
        } finally {
            switchRecording(false);
        }
    }

    @Test
    void what_is_no_rule_is_refused_with_what_is_wrong() throws Exception {
        HttpResponse<String> refused = client.json("POST", PREVIEW, "{\"minMillis\": -1, \"colour\": \"red\"}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("#/minMillis", "#/colour");
    }

    private static void switchRecording(boolean on) throws Exception {
        client.switchTracker(on);
        assertThat(client.json("PUT", "/admin/settings/monitor.always", "{\"value\": " + on + "}")
                        .statusCode())
                .isEqualTo(200);
    }

    private static JsonNode preview(String rule) throws Exception {
        HttpResponse<String> answer = client.json("POST", PREVIEW, rule);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonText.read(answer.body());
    }

    /**
     * Waits for an error. An exchange is reported when its last byte has left, which may be after its client has read
     * the response.
     */
    private static JsonNode awaitError(Predicate<JsonNode> wanted) throws Exception {
        return Eventually.answer(
                        "the error", () -> errors(200), all -> all.stream().anyMatch(wanted))
                .stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow();
    }

    private static List<JsonNode> errors(int limit) throws Exception {
        HttpResponse<String> answer = client.get("/admin/errors?limit=" + limit);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonText.read(answer.body()).path("items").valueStream().toList();
    }
}

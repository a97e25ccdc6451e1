package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

/** The endpoints for diagnostics of the JVM. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiagnosticsEndpointsTest {
    private static final String THREADS = "/admin/diagnostics/threads";
    private static final String RECORDINGS = "/admin/diagnostics/recordings";
    private static final String SERVICE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Waits {
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
        Path code = Files.createDirectories(folder.resolve("packages/waits/code"));
        Files.writeString(code.resolve("Waits.groovy"), SERVICE);
        Files.createDirectories(folder.resolve("data/diagnostics"));
        Files.writeString(folder.resolve("data/diagnostics/left-over.jfr"), "of an earlier process");
        vesper = RunningVesper.serving(folder.resolve("packages"), folder.resolve("data"));
        client = new RecordsClient(vesper.address());
    }

    @AfterAll
    static void stop() throws Exception {
        client.close();
        assertThat(vesper.stop()).isZero();
        assertThat(folder.resolve("data/diagnostics")).isEmptyDirectory();
    }

    @AfterEach
    void delete() throws Exception {
        for (JsonNode item : recordings()) client.send("DELETE", path(item), BodyPublishers.noBody());
    }

    @Test
    void a_dump_shows_what_virtual_threads_are_doing_too() throws Exception {
        CompletableFuture<HttpResponse<String>> waiting = client.later("/api/waiting");
        HttpResponse<String> text = Eventually.answer(
                "the handler",
                () -> client.get(THREADS),
                answer -> answer.body().contains("Waits.waits"));
        waiting.cancel(true);

        assertThat(text.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(text.body()).contains("virtual").contains("\"log\"");
    }

    @Test
    void threads_are_listed_with_their_states_for_who_takes_JSON() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread virtual = Thread.ofVirtual().name("one that waits").start(() -> awaitEnd(end));
        Eventually.until(() -> virtual.getState() == Thread.State.WAITING);
        JsonNode listed =
                JsonText.read(client.get(THREADS, "Accept", "application/json").body());
        end.countDown();

        JsonNode found = listed.path("items")
                .valueStream()
                .filter(item -> item.path("name").asString().equals("one that waits"))
                .findFirst()
                .orElseThrow();
        assertThat(found.path("state").asString()).isEqualTo("WAITING");
        assertThat(found.path("virtual").asBoolean()).isTrue();
        assertThat(found.path("frames").valueStream().map(JsonNode::asString))
                .anyMatch(frame -> frame.contains("DiagnosticsEndpointsTest.awaitEnd"));
        assertThat(listed.path("total").asInt()).isEqualTo(listed.path("items").size());
    }

    private static void awaitEnd(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void the_heap_is_told_by_class_the_largest_first() throws Exception {
        JsonNode items =
                JsonText.read(client.get("/admin/diagnostics/heap").body()).path("items");

        assertThat(items).hasSize(200);
        assertThat(items.valueStream().map(item -> item.path("class").asString()))
                .contains("[B", "java.lang.String");
        assertThat(items.valueStream().map(item -> item.path("bytes").asLong()))
                .isSortedAccordingTo((one, other) -> Long.compare(other, one));
        assertThat(items.path(0).path("instances").asLong()).isPositive();
        assertThat(client.get("/admin/diagnostics/heap?live=true").statusCode()).isEqualTo(200);
    }

    @Test
    void a_recording_can_be_had_when_it_is_done() throws Exception {
        HttpResponse<String> started = record("{\"seconds\": 1, \"settings\": \"default\"}");
        assertThat(started.statusCode()).as(started.body()).isEqualTo(202);
        String path = started.headers().firstValue("Location").orElseThrow();
        assertThat(path)
                .isEqualTo(RECORDINGS + "/"
                        + JsonText.read(started.body()).path("id").asString());
        assertThat(JsonText.read(started.body()).path("state").asString()).isEqualTo("running");

        assertThat(client.get(path).statusCode()).isEqualTo(409);
        assertThat(record("{}").statusCode()).isEqualTo(409);
        Eventually.until(
                "the recording",
                () -> recordings().path(0).path("state").asString().equals("done"));

        Path file = folder.resolve("had.jfr");
        try (HttpClient downloading = HttpClient.newHttpClient()) {
            HttpResponse<Path> had = downloading.send(
                    HttpRequest.newBuilder(URI.create(client.url() + path)).build(), BodyHandlers.ofFile(file));
            assertThat(had.statusCode()).isEqualTo(200);
            assertThat(had.headers().firstValue("Content-Disposition").orElseThrow())
                    .contains(".jfr");
        }
        assertThat(recordings().path(0).path("bytes").asLong()).isEqualTo(Files.size(file));
        try (RecordingFile read = new RecordingFile(file)) {
            assertThat(read.hasMoreEvents()).isTrue();
        }
    }

    @Test
    void a_recording_that_runs_is_ended_when_it_is_deleted() throws Exception {
        String path =
                record("{\"seconds\": 300}").headers().firstValue("Location").orElseThrow();

        assertThat(client.send("DELETE", path, BodyPublishers.noBody()).statusCode())
                .isEqualTo(204);

        assertThat(recordings()).isEmpty();
        assertThat(client.get(path).statusCode()).isEqualTo(404);
        assertThat(client.send("DELETE", path, BodyPublishers.noBody()).statusCode())
                .isEqualTo(404);
        assertThat(record("{\"seconds\": 300}").statusCode()).isEqualTo(202);
    }

    @Test
    void what_cannot_be_recorded_is_refused() throws Exception {
        assertThat(record("{\"seconds\": 301}").body()).contains("#/seconds");
        assertThat(record("{\"seconds\": 0}").statusCode()).isEqualTo(422);
        assertThat(record("{\"settings\": \"../x\"}").statusCode()).isEqualTo(422);
        assertThat(recordings()).isEmpty();
    }

    @Test
    void what_an_earlier_process_left_is_gone() {
        assertThat(folder.resolve("data/diagnostics/left-over.jfr")).doesNotExist();
    }

    private static HttpResponse<String> record(String wanted) throws Exception {
        return client.json("POST", RECORDINGS, wanted);
    }

    private static JsonNode recordings() throws Exception {
        return JsonText.read(client.get(RECORDINGS).body()).path("items");
    }

    private static String path(JsonNode item) {
        return RECORDINGS + "/" + item.path("id").asString();
    }
}

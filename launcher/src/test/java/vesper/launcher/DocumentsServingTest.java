package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentsServingTest {
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path folder;

    private Path packages;

    @BeforeEach
    void declare() throws IOException {
        packages = Files.createDirectories(folder.resolve("packages"));
        Path notes = Files.createDirectories(packages.resolve("notes"));
        Files.writeString(notes.resolve("package.properties"), "documents.notes=durable\ndocuments.carts=memory\n");
    }

    @AfterEach
    void close() {
        client.shutdownNow();
    }

    private RunningVesper serving() throws Exception {
        return RunningVesper.serving(packages, folder.resolve("data"));
    }

    private HttpResponse<String> send(RunningVesper server, String method, String path, String body) throws Exception {
        URI uri = server.address().resolve(path);
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private void put(RunningVesper server, int from, int to) throws Exception {
        for (int n = from; n <= to; n++) {
            assertThat(send(server, "PUT", "/api/notes/n" + n % 3, "{\"n\":" + n + "}")
                            .statusCode())
                    .isIn(200, 201);
        }
    }

    @Test
    void collections_are_listed_with_their_counts_and_sizes() throws Exception {
        try (RunningVesper server = serving()) {
            put(server, 1, 7);
            send(server, "POST", "/api/carts", "{\"n\":1}");

            JsonNode items = Eventually.answer(
                    "a size",
                    () -> JsonText.read(
                                    send(server, "GET", "/admin/documents", "").body())
                            .path("items"),
                    told -> told.path(1).path("bytes").asLong() > 7 * 7);

            assertThat(items).hasSize(2);
            JsonNode carts = items.path(0);
            assertThat(carts.path("name").asString()).isEqualTo("carts");
            assertThat(carts.path("storage").asString()).isEqualTo("memory");
            assertThat(carts.path("documents").asLong()).isEqualTo(1);
            assertThat(carts.has("bytes")).isFalse();
            JsonNode notes = items.path(1);
            assertThat(notes.path("path").asString()).isEqualTo("/api/notes");
            assertThat(notes.path("package").asString()).isEqualTo("notes");
            assertThat(notes.path("storage").asString()).isEqualTo("durable");
            assertThat(notes.path("documents").asLong()).isEqualTo(3);
            assertThat(notes.has("indexLagMillis")).isTrue();
        }
    }

    /** Returns the IDs of the next {@code count} events. */
    private List<Long> events(RunningVesper server, String path, String lastEventId, int count) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve(path))
                .timeout(Duration.ofSeconds(20))
                .header("Accept", "text/event-stream");
        if (!lastEventId.isEmpty()) request.header("Last-Event-ID", lastEventId);
        List<Long> ids = new ArrayList<>();
        HttpResponse<InputStream> answer = client.send(request.build(), BodyHandlers.ofInputStream());
        // On a busy machine a thousand clients at once are too many for a moment. A client repeats then, as it is asked
        // to.
        for (int n = 0; n < 20 && answer.statusCode() == 503; n++) {
            TimeUnit.SECONDS.sleep(
                    answer.headers().firstValueAsLong("Retry-After").orElseThrow());
            answer = client.send(request.build(), BodyHandlers.ofInputStream());
        }
        assertThat(answer.statusCode()).isEqualTo(200);
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8))) {
            while (ids.size() < count) {
                String line = lines.readLine();
                if (line == null) throw new UncheckedIOException(new IOException("ended after " + ids));
                if (line.startsWith("id:"))
                    ids.add(Long.parseLong(line.substring(3).strip()));
            }
        }
        return ids;
    }

    @Test
    void documents_and_their_history_are_there_after_a_restart() throws Exception {
        try (RunningVesper server = serving()) {
            put(server, 1, 5);
            send(server, "PUT", "/api/carts/c", "1");
        }
        try (RunningVesper server = serving()) {
            HttpResponse<String> read = send(server, "GET", "/api/notes/n1", "");
            assertThat(read.body()).isEqualTo("{\"n\":4}");
            assertThat(read.headers().firstValue("ETag")).contains("\"2\"");
            assertThat(send(server, "GET", "/api/notes/n1?version=1", "").body())
                    .isEqualTo("{\"n\":1}");
            assertThat(send(server, "GET", "/api/notes?q=n:5&wait=true&count=true", "")
                            .body())
                    .contains("\"_id\":\"n2\"", "\"total\":1");
            assertThat(send(server, "GET", "/api/carts/c", "").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void a_copy_that_is_made_while_documents_are_written_is_served_by_another_server() throws Exception {
        String copy;
        try (RunningVesper server = serving()) {
            put(server, 1, 5);
            HttpResponse<String> made = send(server, "POST", "/admin/documents/backups", "");
            assertThat(made.statusCode()).isEqualTo(201);
            copy = textOf("folder", made.body());
            put(server, 6, 9);
            assertThat(send(server, "GET", "/admin/documents/backups", "").body())
                    .contains(copy);
        }
        try (RunningVesper server = RunningVesper.serving(packages, Path.of(copy))) {
            assertThat(send(server, "GET", "/api/notes/n2", "").body()).isEqualTo("{\"n\":5}");
            assertThat(send(server, "GET", "/api/notes?q=n:5&wait=true&count=true", "")
                            .body())
                    .contains("\"total\":1");
            put(server, 6, 6);
        }
    }

    private static String textOf(String member, String json) {
        Matcher found = Pattern.compile("\"" + member + "\" *: *\"([^\"]*)\"").matcher(json);
        assertThat(found.find()).as(json).isTrue();
        return found.group(1);
    }

    @Test
    void a_stream_of_changes_misses_nothing_and_repeats_nothing_across_a_restart() throws Exception {
        List<Long> seen = new ArrayList<>();
        try (RunningVesper server = serving()) {
            put(server, 1, 5);
            seen.addAll(events(server, "/api/notes/changes?after=0", "", 3));
            put(server, 6, 7);
        }
        try (RunningVesper server = serving()) {
            put(server, 8, 9);
            seen.addAll(events(server, "/api/notes/changes", Long.toString(seen.getLast()), 6));
            assertThat(seen).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
            // Changes of one document: n0 was written by writes 3, 6 and 9.
            assertThat(events(server, "/api/notes/n0/changes?after=0", "", 3)).containsExactly(3L, 6L, 9L);
            assertThat(events(server, "/api/notes/changes?after=0&q=n:%3E7", "", 2))
                    .containsExactly(8L, 9L);
        }
    }

    @Test
    void a_thousand_clients_are_all_told_everything() throws Exception {
        List<Long> all = LongStream.rangeClosed(1, 20).boxed().toList();
        // The server closes first, so that its clients end too if an assertion fails.
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                RunningVesper server = serving()) {
            List<Future<List<Long>>> told = new ArrayList<>();
            for (int i = 0; i < 1000; i++)
                told.add(threads.submit(() -> events(server, "/api/notes/changes?after=0", "", 20)));
            put(server, 1, 20);
            for (Future<List<Long>> each : told)
                assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(all);
        }
    }

    @Test
    void a_service_that_is_changed_goes_on_with_its_documents() throws Exception {
        Path code = Files.createDirectories(packages.resolve("tally/code")).resolve("Tally.groovy");
        Files.writeString(code, tally("one", 1));
        try (RunningVesper server = serving()) {
            assertThat(send(server, "PUT", "/api/tally/a", "{\"count\":1}").statusCode())
                    .isEqualTo(201);
            assertThat(send(server, "POST", "/api/tally/a/add", "").body()).contains("\"count\":2", "\"by\":\"one\"");
            Files.writeString(code, tally("ten", 10));
            Eventually.until(
                    "the new code answers",
                    () -> send(server, "POST", "/api/tally/a/add", "").body().contains("\"by\":\"ten\""));
            String history = send(server, "GET", "/api/tally/a/versions", "").body();
            assertThat(history).contains("CREATED", "UPDATED");
            assertThat(send(server, "GET", "/api/tally/a?version=2", "").body())
                    .contains("\"count\":2", "\"by\":\"one\"");
        }
    }

    private static String tally(String name, int step) {
        return """
                import vesper.services.*

                record Tally(long count, String by) {}

                @DocumentService(collection = 'tally', state = Tally)
                class Tallies {
                    @DocumentAction
                    Tally add(Tally current) { new Tally(current.count() + %d, '%s') }
                }
                """.formatted(step, name);
    }

    @Test
    void what_cannot_be_declared_is_told_and_takes_nothing_from_others() throws Exception {
        Path other = Files.createDirectories(packages.resolve("other"));
        Files.writeString(other.resolve("package.properties"), "documents.notes=durable\ndocuments.x=fast\n");
        try (RunningVesper server = serving()) {
            assertThat(send(server, "GET", "/admin/packages/other", "").body())
                    .contains("start-failed", "'fast' is not known");
            Files.writeString(other.resolve("package.properties"), "documents.notes=durable\n");
            Eventually.until(
                    "its collection is another package's",
                    () -> send(server, "GET", "/admin/packages/other", "")
                            .body()
                            .contains("collection notes belongs to package notes"));
            assertThat(send(server, "GET", "/api/notes", "").statusCode()).isEqualTo(200);
            assertThat(send(server, "GET", "/admin/status", "").body()).contains("\"collections\"");
        }
    }
}

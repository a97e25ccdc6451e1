package vesper.services.endpoints;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.JsonText;
import vesper.documents.SharedLog;
import vesper.documents.StateForm;
import vesper.documents.StorageException;
import vesper.http.Method;
import vesper.http.Request;
import vesper.rest.Problem;
import vesper.services.endpoints.ServedCollections.Answer;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StorageProblemTest {
    private static final DocumentsOptions SMALL_FILES = DocumentsOptions.DEFAULTS.withSegmentBytes(64 << 10);
    private static final String LARGE = '"' + "x".repeat(20_000) + '"';
    private static final int ENOUGH = 10;

    @TempDir
    Path folder;

    /** Prevents the next file of the journal by a folder in its place. */
    private void fillDisk() throws IOException {
        Files.createDirectories(folder.resolve("journal/00000002.journal/in-the-way"));
    }

    @Test
    void where_there_is_no_room_a_client_is_told_so_and_nothing_of_files() throws Exception {
        try (var server =
                new ServedCollections(folder, InstantSource.system(), false, SMALL_FILES).with("notes", "durable")) {
            fillDisk();
            Answer refused = until507(() -> server.put("/api/notes/a", LARGE));
            assertThat(refused.body())
                    .contains("The server's disk is full; nothing was stored")
                    .doesNotContain("journal", folder.toString(), "Exception");
            assertThat(server.post("/api/notes/bulk", "{\"op\":\"put\",\"id\":\"a\",\"document\":" + LARGE + "}\n")
                            .body())
                    .contains("507", "The server's disk is full; nothing was stored")
                    .doesNotContain("journal", folder.toString(), "Exception");
            assertThat(server.get("/api/notes/a").status()).isEqualTo(200);
        }
    }

    private static Answer until507(Supplier<Answer> write) {
        Answer last = write.get();
        for (int n = 1; n < ENOUGH && last.status() != 507; n++) last = write.get();
        assertThat(last.status()).isEqualTo(507);
        return last;
    }

    @Test
    void who_reads_is_not_told_of_what_was_not_stored() throws Exception {
        try (Documents documents = Documents.open(folder, Clock.systemUTC(), SMALL_FILES)) {
            var notes = documents.collection("notes", StateForm.json(), CollectionPolicy.DURABLE);
            fillDisk();
            var full = catchThrowableOfType(StorageException.class, () -> {
                for (int n = 0; n < ENOUGH; n++) {
                    notes.put(new DocumentId("a"), JsonText.written(LARGE.getBytes(UTF_8)));
                }
            });
            assertThat(new StorageProblem(Request.of(Method.GET, "/api/notes/a"))
                            .of(full)
                            .detail())
                    .isEqualTo("The server's disk is full");
        }
    }

    /** The log of a cluster that does not answer. */
    private static final class SilentLog implements SharedLog {
        @Override
        public CompletableFuture<Outcome> append(Entry entry, long expected, String attempt) {
            return CompletableFuture.completedFuture(new Outcome.Unknown("nobody answers"));
        }

        @Override
        public CompletableFuture<Outcome> mark() {
            return CompletableFuture.completedFuture(new Outcome.Unknown("nobody answers"));
        }

        @Override
        public CompletableFuture<Newest> newest() {
            return CompletableFuture.failedFuture(new IOException("nobody answers"));
        }

        @Override
        public void follow(long after, Follower follower) {
            // Nothing is ever delivered.
        }

        @Override
        public Optional<String> trouble() {
            return Optional.empty();
        }

        @Override
        public OptionalLong term() {
            return OptionalLong.empty();
        }

        @Override
        public void stop() {
            // Nothing to stop.
        }

        @Override
        public void close() {
            // Nothing to close.
        }
    }

    @Test
    void where_the_cluster_does_not_answer_the_disk_is_not_blamed() throws Exception {
        DocumentsOptions options = DocumentsOptions.DEFAULTS.withLongestReplication(Duration.ofMillis(200));
        try (Documents documents = Documents.ofNode(folder, Clock.systemUTC(), options, (_, _) -> new SilentLog())) {
            var notes = documents.collection("notes", StateForm.json(), CollectionPolicy.REPLICATED);
            var silent = catchThrowableOfType(StorageException.class, () -> notes.follow(1));
            Problem reading = new StorageProblem(Request.of(Method.GET, "/api/notes/changes")).of(silent);
            assertThat(reading.type().status()).isEqualTo(503);
            assertThat(reading.detail()).isEqualTo("The cluster does not answer");
            assertThat(reading.headers()).containsKey("Retry-After");
            assertThat(new StorageProblem(Request.of(Method.POST, "/api/notes"))
                            .of(silent)
                            .detail())
                    .endsWith("the outcome of this write is unknown");
        }
    }
}

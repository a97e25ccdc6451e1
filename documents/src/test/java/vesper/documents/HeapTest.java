package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import vesper.codec.Codec;

/** Heap that idle documents take, measured in a separate process with the flags of the program. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HeapTest {
    private static final int DOCUMENTS = 100_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @Timeout(120)
    @CsvSource({"MEMORY, 100", "DURABLE, 16"})
    void an_idle_document_takes_few_bytes_beside_its_key_and_state(Storage storage, long most) throws Exception {
        Process process = Java.start("-XX:+UseCompactObjectHeaders", Idle.class, storage.name(), folder.toString());
        try (var said = new DataInputStream(process.getInputStream())) {
            double bytes = said.readDouble();
            System.out.printf("%s: %.1f bytes%n", storage, bytes);
            assertThat(bytes).isLessThanOrEqualTo(most);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Reports the bytes that each document takes. */
    static final class Idle {
        public static void main(String[] arguments) throws IOException {
            Storage storage = Storage.valueOf(arguments[0]);
            var note = new Note("the same one for all, so that it does not count", 1);
            try (Documents documents = Documents.open(
                            Files.createTempDirectory(Path.of(arguments[1]), "heap"),
                            Clock.systemUTC(),
                            DocumentsOptions.DEFAULTS.withCacheBytes(0));
                    var out = new DataOutputStream(System.out)) {
                CollectionPolicy policy =
                        (storage == Storage.MEMORY ? CollectionPolicy.MEMORY : CollectionPolicy.DURABLE).withChanges(2);
                DocumentCollection<Note> notes =
                        documents.collection("notes", StateForm.of(Note.class, new Codec(false)), policy);
                DocumentId[] ids = new DocumentId[DOCUMENTS];
                for (int i = 0; i < DOCUMENTS; i++) ids[i] = new DocumentId("note-" + i);
                fill(notes, new DocumentId[] {new DocumentId("first")}, note);
                long before = usedBytes();
                fill(notes, ids, note);
                documents.settle();
                long after = usedBytes();
                if (notes.count() != ids.length + 1) throw new AssertionError(notes.count() + " documents");
                out.writeDouble((after - before) / (double) DOCUMENTS);
            }
        }

        private static void fill(DocumentCollection<Note> notes, DocumentId[] ids, Note note) {
            List<CompletableFuture<Write>> writes = new ArrayList<>();
            for (DocumentId id : ids) {
                writes.add(notes.createAsync(id, note));
                if (writes.size() < 1000) continue;
                writes.forEach(CompletableFuture::join);
                writes.clear();
            }
            writes.forEach(CompletableFuture::join);
        }

        private static long usedBytes() {
            for (int i = 0; i < 4; i++) System.gc();
            Runtime runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        }
    }
}

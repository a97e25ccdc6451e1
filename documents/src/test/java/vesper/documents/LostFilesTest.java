package vesper.documents;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** Files that an operator removed, truncated or changed. No loss goes unnoticed, and restored files are used again. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LostFilesTest {
    private static final DocumentId A = new DocumentId("a");
    private static final int SEGMENT_BYTES = 64 << 10;

    @TempDir
    Path folder;

    private Documents opened() throws IOException {
        return Documents.open(
                folder.resolve("documents"),
                InstantSource.system(),
                DocumentsOptions.DEFAULTS.withSegmentBytes(SEGMENT_BYTES));
    }

    private static DocumentCollection<JsonText> notes(Documents documents) throws IOException {
        return documents.collection("notes", StateForm.json(), CollectionPolicy.DURABLE);
    }

    private Path journal(String file) {
        return folder.resolve("documents/journal").resolve(file);
    }

    private void fill(int count) throws IOException {
        try (Documents documents = opened()) {
            for (int i = 0; i < count; i++) notes(documents).put(new DocumentId("d" + i), json(i));
            notes(documents).put(A, json(0));
        }
    }

    private static JsonText json(int number) {
        return JsonText.written(("{\"n\":" + number + ",\"text\":\"" + "x".repeat(1000) + "\"}").getBytes(US_ASCII));
    }

    private void isRefused(String... words) {
        for (int start = 0; start < 2; start++) {
            assertThatThrownBy(this::opened).isInstanceOf(IOException.class).hasMessageContainingAll(words);
        }
    }

    private void isThereAgain(int count) throws IOException {
        try (Documents documents = opened()) {
            assertThat(notes(documents).count()).isEqualTo(count + 1);
            assertThat(notes(documents).get(A)).isPresent();
        }
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("documents/journal"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".journal"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void the_only_file_of_the_journal() throws Exception {
        fill(5);
        Path file = journal("00000001.journal");
        byte[] whole = Files.readAllBytes(file);
        Files.delete(file);
        isRefused("has no journal file", "stored documents", "Restore the files");
        Files.createFile(file);
        isRefused("has no journal file");
        Files.write(file, whole);
        isThereAgain(5);
    }

    @Test
    void the_first_of_several() throws Exception {
        fill(200);
        Path first = journal(files().getFirst());
        Path elsewhere = folder.resolve("elsewhere");
        Files.move(first, elsewhere);
        isRefused("begins at", "what is needed begins at", "Restore them");
        Files.move(elsewhere, first);
        isThereAgain(200);
    }

    @Test
    void a_journal_that_is_older_than_its_view() throws Exception {
        fill(5);
        Path file = journal("00000001.journal");
        byte[] old = Files.readAllBytes(file);
        fill(10);
        byte[] newer = Files.readAllBytes(file);
        Files.write(file, old);
        isRefused("ends at", "documents were on the disk up to", "Restore them");
        Files.write(file, newer);
        isThereAgain(10);
        // An operator without a backup continues with the remaining files.
        Files.write(file, old);
        DurableCollectionTest.delete(folder.resolve("documents/positions"));
        isThereAgain(5);
    }

    @Test
    void a_letter_in_the_names_of_collections() throws Exception {
        fill(5);
        Path names = folder.resolve("documents/collections");
        String text = Files.readString(names);
        Files.writeString(names, text.replace("notes", "notez"));
        isRefused("collections is damaged", "expected as its last line \"crc ");
        try (FileChannel cut = FileChannel.open(names, StandardOpenOption.WRITE)) {
            cut.truncate(text.length() - 5);
        }
        isRefused("collections is damaged");
        Files.writeString(names, text);
        isThereAgain(5);
    }

    @Test
    void what_was_cleaned_away_is_not_missed() throws Exception {
        try (Documents documents = Documents.open(
                folder.resolve("documents"),
                InstantSource.system(),
                DocumentsOptions.DEFAULTS.withSegmentBytes(SEGMENT_BYTES).withFeedBytes(0))) {
            DocumentCollection<JsonText> notes = notes(documents);
            Eventually.until("the first file is gone", () -> {
                for (int i = 0; i < 100; i++) notes.put(A, json(i));
                return !Files.exists(journal("00000001.journal"));
            });
        }
        isThereAgain(0);
        Path first = journal(files().getFirst());
        Files.move(first, folder.resolve("elsewhere"));
        assertThatThrownBy(this::opened).isInstanceOf(IOException.class);
    }
}

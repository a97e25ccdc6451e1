package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.testing.Eventually;

/** Readers of documents whose entries compaction moves, and feeds of changes whose entries it drops. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class CompactionTest {
    private static final DocumentId A = new DocumentId("a");
    private static final DocumentId B = new DocumentId("b");
    private static final DocumentsOptions OPTIONS =
            DocumentsOptions.DEFAULTS.withSegmentBytes(64 << 10).withFeedBytes(0);

    @TempDir
    Path folder;

    private Documents documents;
    private DocumentCollection<Note> notes;

    @BeforeEach
    void open() throws IOException {
        open(folder.resolve("documents"), OPTIONS);
    }

    private void open(Path path, DocumentsOptions options) throws IOException {
        documents = Documents.open(path, InstantSource.system(), options);
        notes = collection("notes", CollectionPolicy.DURABLE);
    }

    private DocumentCollection<Note> collection(String name, CollectionPolicy policy) {
        return documents.collection(name, StateForm.of(Note.class, new Codec(false)), policy);
    }

    @AfterEach
    void close() {
        documents.close();
    }

    private boolean hasFirstFile() {
        return Files.exists(folder.resolve("documents/journal/00000001.journal"));
    }

    /** Writes a document of another collection until compaction has dropped the first file of the journal. */
    private void compact() {
        DocumentCollection<Note> busy = collection("busy", CollectionPolicy.DURABLE.withVersions(1));
        Eventually.until("the first file is gone", () -> {
            fill(busy, 100);
            documents.settle();
            return !hasFirstFile();
        });
    }

    private static void fill(DocumentCollection<Note> busy, int writes) {
        for (int i = 1; i < writes; i++) busy.putAsync(B, new Note("x".repeat(1000), i));
        busy.put(B, new Note("x".repeat(1000), writes));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("documents/journal"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void old_versions_are_found_where_they_were_moved() throws Exception {
        for (int i = 1; i <= 3; i++) notes.put(A, new Note("", i));
        documents.settle();
        compact();
        for (int start = 0; start < 2; start++) {
            for (int i = 1; i <= 3; i++) {
                assertThat(notes.get(A, new Version(i)).orElseThrow().value().count())
                        .isEqualTo(i);
            }
            documents.close();
            open();
        }
    }

    @Test
    void a_document_that_is_in_memory_when_it_is_moved_keeps_its_versions() {
        notes.create(A, new Note("first", 1));
        documents.settle();
        assertThat(notes.get(A)).isPresent();
        compact();
        notes.put(A, new Note("second", 2));
        assertThat(notes.get(A, new Version(1)).orElseThrow().value().text()).isEqualTo("first");
        documents.settle();
        assertThat(notes.get(A, new Version(1)).orElseThrow().value().text()).isEqualTo("first");
    }

    @Test
    void a_reader_of_a_quiet_collection_learns_that_its_changes_are_gone() throws Exception {
        // So few are in memory that the reader needs the journal.
        DocumentCollection<Note> quiet = collection("quiet", CollectionPolicy.DURABLE.withChanges(2));
        for (int i = 1; i <= 5; i++) quiet.put(A, new Note("", i));
        compact();
        try (Feed<Note> feed = quiet.follow(0)) {
            assertThat(feed.next(10, Duration.ofSeconds(1))).isEqualTo(new Feed.PollResult.Gone<Note>(5));
        }
    }

    @Test
    void changes_stay_for_feeds_although_no_document_needs_them() throws Exception {
        documents.close();
        open(folder.resolve("documents"), OPTIONS.withFeedBytes(16 << 20));
        DocumentCollection<Note> busy =
                collection("busy", CollectionPolicy.DURABLE.withVersions(1).withChanges(2));
        fill(busy, 500);
        for (int round = 0; round < 2; round++) documents.settle();
        assertThat(hasFirstFile()).isTrue();
        try (Feed<Note> feed = busy.follow(0)) {
            assertThat(CollectionContract.changes(feed.next(1, Duration.ZERO))).hasSize(1);
        }
    }

    @Test
    void a_crash_behind_a_compaction_loses_nothing() throws Exception {
        notes.create(A, new Note("first", 1));
        compact();
        // Until there is nothing left to do, so that no file of the journal changes while the folder is copied.
        List<String> before;
        do {
            before = files();
            documents.settle();
        } while (!files().equals(before));
        Path crashed = folder.resolve("crashed");
        Eventually.until("the folder is copied", () -> isCopied(folder.resolve("documents"), crashed));
        documents.close();
        open(crashed, OPTIONS);
        assertThat(notes.get(A).orElseThrow().value().text()).isEqualTo("first");
    }

    /** Copies a folder, unless RocksDB removes a file meanwhile that it no longer needs. */
    private static boolean isCopied(Path from, Path to) throws IOException {
        try {
            DurableCollectionTest.copy(from, to);
            return true;
        } catch (NoSuchFileException _) {
            DurableCollectionTest.delete(to);
            return false;
        }
    }
}

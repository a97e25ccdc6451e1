package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.codec.Codec;
import vesper.journal.DamagedSegmentException;
import vesper.journal.FailingDisk;
import vesper.journal.JournalFullException;
import vesper.journal.JournalStoppedException;
import vesper.testing.Eventually;

/** The guarantees for documents if the disk fails, is full or hangs. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class FailingDiskTest {
    private static final DocumentId A = new DocumentId("a");
    private static final DocumentId B = new DocumentId("b");
    private static final DocumentsOptions OPTIONS =
            DocumentsOptions.DEFAULTS.withSegmentBytes(64 << 10).withLongestTurn(Duration.ofMillis(100));

    @TempDir
    Path folder;

    private FailingDisk disk;
    private Documents documents;
    private DocumentCollection<Note> notes;

    @BeforeEach
    void open() throws IOException {
        open(OPTIONS);
    }

    private void open(DocumentsOptions as) throws IOException {
        documents = Documents.open(folder, Clock.systemUTC(), as, (journal, options) -> {
            disk = FailingDisk.at(journal);
            return disk.open(options);
        });
        notes = notes();
    }

    private DocumentCollection<Note> notes() {
        return documents.collection("notes", StateForm.of(Note.class, new Codec(false)), CollectionPolicy.DURABLE);
    }

    @AfterEach
    void close() {
        disk.isStuck(false);
        try {
            documents.close();
        } catch (StorageException failed) {
            // The tests that fail the disk expect this.
        }
    }

    @Test
    void while_a_sync_is_on_its_way_nobody_sees_what_it_brings() throws Exception {
        notes.create(A, new Note("", 1));
        disk.isStuck(true);
        List<CompletableFuture<Write>> writes = new ArrayList<>();
        for (int i = 2; i <= 5; i++) writes.add(notes.putAsync(A, new Version(i - 1), new Note("", i)));
        CompletableFuture<Write> stale = notes.putAsync(A, new Version(1), new Note("", 0));
        CompletableFuture<Write> created = notes.createAsync(B, new Note("", 1));
        assertThat(notes.get(A).orElseThrow().value().count()).isOne();
        assertThat(notes.version(A)).isEqualTo(new Version(1));
        assertThat(notes.get(B)).isEmpty();
        assertThat(notes.sequence()).isOne();
        // The answer would reveal a version that a crash could take back.
        assertThat(stale).isNotDone();
        disk.isStuck(false);
        assertThat(stale.join()).isEqualTo(new Write.Stale(new Version(1), new Version(5)));
        assertThat(writes).allMatch(write -> write.join() instanceof Write.Stored);
        assertThat(created.join()).isInstanceOf(Write.Stored.class);
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(5);
    }

    @Test
    void so_many_may_wait_for_the_disk_and_the_next_is_told_to_come_later() throws IOException {
        documents.close();
        // With segments of 64 KiB there would be a thousand files, each of which has to be synced.
        open(OPTIONS.withSegmentBytes(8 << 20));
        // The very first write also waits for its file to be created, so it must not be among those that wait.
        notes.put(A, new Note("", 0));
        disk.isStuck(true);
        Write told = null;
        List<CompletableFuture<Write>> waiting = new ArrayList<>();
        while (told == null) {
            CompletableFuture<Write> write = notes.putAsync(A, new Note("x".repeat(500_000), waiting.size()));
            if (write.isDone()) told = write.join();
            else waiting.add(write);
            if (waiting.size() > 10_000) throw new AssertionError("nothing is refused");
        }
        assertThat(told).isEqualTo(new Write.Busy());
        disk.isStuck(false);
        assertThat(waiting).allMatch(write -> write.join() instanceof Write.Stored);
    }

    @Test
    void a_full_disk_refuses_by_name_and_reads_go_on() {
        notes.create(A, new Note("first", 1));
        disk.isFull(true);
        long[] stored = {0};
        assertThatThrownBy(() -> {
                    while (true) {
                        notes.put(B, new Note("x".repeat(1000), (int) stored[0]));
                        stored[0]++;
                    }
                })
                .isInstanceOf(StorageException.class)
                .hasCauseInstanceOf(JournalFullException.class);
        assertThat(notes.get(A)).isPresent();
        assertThat(notes.version(B)).isEqualTo(new Version(stored[0]));
        assertThatThrownBy(() -> documents.transaction(tx -> {
                    tx.put(notes, A, new Note("x".repeat(1000), 2));
                    tx.put(notes, B, new Note("x".repeat(20_000), 2));
                    return true;
                }))
                .isInstanceOf(StorageException.class);
        assertThat(notes.version(A)).isEqualTo(new Version(1));
        disk.isFull(false);
        Eventually.until("there is room again", () -> {
            try {
                return notes.put(B, new Version(stored[0]), new Note("more", 0)) instanceof Write.Stored;
            } catch (StorageException stillFull) {
                return false;
            }
        });
        assertThat(notes.sequence()).isEqualTo(stored[0] + 2);
    }

    @Test
    void what_no_file_of_the_journal_could_take_is_too_large() {
        int most = (64 << 10) / 2;
        assertThat(notes.create(A, new Note("x".repeat(most), 1))).isInstanceOf(Write.TooLarge.class);
        TransactionOutcome<Boolean> outcome = documents.transaction(tx -> {
            tx.put(notes, A, new Note("x".repeat(most / 2), 1));
            tx.put(notes, B, new Note("x".repeat(most / 2), 1));
            return true;
        });
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        TransactionOutcome.Refused.class,
                        refused -> assertThat(refused.why()).isInstanceOf(Write.TooLarge.class));
        assertThat(notes.count()).isZero();
    }

    @Test
    void after_a_sync_that_failed_nothing_is_taken_and_what_was_acknowledged_is_there() throws Exception {
        for (int i = 1; i <= 100; i++) notes.put(A, new Note("", i));
        disk.fail();
        assertThatThrownBy(() -> notes.put(A, new Note("lost", 101)))
                .isInstanceOf(StorageException.class)
                .hasCauseInstanceOf(JournalStoppedException.class);
        assertThatThrownBy(() -> notes.put(B, new Note("later", 1))).isInstanceOf(StorageException.class);
        assertThat(notes.get(A).orElseThrow().value().count()).isEqualTo(100);
        assertThat(notes.get(A, new Version(50)).orElseThrow().value().count()).isEqualTo(50);
        assertThatThrownBy(documents::close).isInstanceOf(StorageException.class);
        open();
        // The outcome of the last write is unknown.
        assertThat(notes.version(A).number()).isBetween(100L, 101L);
        assertThat(notes.get(A, new Version(100)).orElseThrow().value().count()).isEqualTo(100);
    }

    @Test
    void a_damaged_document_is_named_and_the_others_are_read() throws Exception {
        notes.create(A, new Note("damaged", 1));
        for (int i = 0; i < 200; i++) notes.put(B, new Note("x".repeat(1000), i));
        documents.close();
        Path segment = folder.resolve("journal/00000001.journal");
        try (var file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(60);
            file.write(0xff);
        }
        open();
        assertThatThrownBy(() -> notes.get(A))
                .isInstanceOf(StorageException.class)
                .hasCauseInstanceOf(DamagedSegmentException.class)
                .hasMessageContaining("00000001.journal");
        assertThat(notes.get(B).orElseThrow().value().count()).isEqualTo(199);
        assertThat(notes.put(B, new Note("on", 1))).isInstanceOf(Write.Stored.class);
    }
}

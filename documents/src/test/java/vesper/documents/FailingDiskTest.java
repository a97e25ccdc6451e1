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
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
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
import vesper.journal.Journal;
import vesper.journal.JournalFullException;
import vesper.journal.JournalStoppedException;
import vesper.journal.SyncPolicy;
import vesper.testing.Eventually;

/** The guarantees for documents if the disk fails, is full or hangs. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class FailingDiskTest {
    private static final DocumentId A = new DocumentId("a");
    private static final DocumentId B = new DocumentId("b");
    private static final DocumentsOptions OPTIONS =
            DocumentsOptions.DEFAULTS.withSegmentBytes(64 << 10).withLongestUpdateWait(Duration.ofMillis(100));

    @TempDir
    Path folder;

    private FailingDisk disk;
    private Journal journal;
    private Documents documents;
    private DocumentCollection<Note> notes;

    @BeforeEach
    void open() throws IOException {
        open(OPTIONS);
    }

    private void open(DocumentsOptions as) throws IOException {
        open(as, false);
    }

    /** @param isFailing whether the disk fails from the moment on at which the journal is open */
    private void open(DocumentsOptions as, boolean isFailing) throws IOException {
        documents = Documents.open(folder, Clock.systemUTC(), as, (path, options) -> {
            disk = FailingDisk.at(path);
            journal = disk.open(options);
            if (isFailing) disk.fail();
            return journal;
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
        Eventually.until("there is room again", () -> notes.put(A, new Note("", 1)) instanceof Write.Stored);
    }

    @Test
    void of_small_writes_too_only_so_many_may_wait_for_the_disk() throws IOException {
        documents.close();
        open(OPTIONS.withSegmentBytes(32 << 20));
        notes.put(A, new Note("", 0));
        disk.isStuck(true);
        Write told = null;
        List<CompletableFuture<Write>> waiting = new ArrayList<>();
        while (told == null) {
            CompletableFuture<Write> write = notes.putAsync(B, new Note("", waiting.size()));
            if (write.isDone()) told = write.join();
            else waiting.add(write);
            if (waiting.size() > 1 << 16) throw new AssertionError("nothing is refused");
        }
        assertThat(told).isEqualTo(new Write.Busy());
        disk.isStuck(false);
        assertThat(waiting).allMatch(write -> write.join() instanceof Write.Stored);
    }

    @Test
    void a_feed_has_no_change_that_a_power_cut_could_take() throws Exception {
        for (int i = 1; i <= 3; i++) notes.put(A, new Note("", i));
        documents.close();
        // After a start no change is in memory, so the feed reads the journal.
        open();
        disk.isStuck(true);
        CompletableFuture<Write> unsynced = notes.putAsync(A, new Note("", 4));
        try (Feed<Note> feed = notes.follow(0)) {
            assertThat(CollectionContract.changes(feed.next(10, Duration.ZERO))).hasSize(3);
        }
        disk.isStuck(false);
        assertThat(unsynced.join()).isInstanceOf(Write.Stored.class);
    }

    @Test
    void the_view_has_nothing_that_a_power_cut_could_take() throws Exception {
        documents.close();
        open(OPTIONS.withSync(new SyncPolicy.Interval(Duration.ofHours(1))));
        assertThat(notes.put(A, new Note("", 1))).isInstanceOf(Write.Stored.class);
        disk.fail();
        assertThatThrownBy(documents::settle).isInstanceOf(StorageException.class);
    }

    @Test
    void a_file_stays_until_the_copies_of_its_documents_are_on_the_disk() throws Exception {
        notes.create(A, new Note("old", 1));
        for (int i = 1; i <= 500; i++) notes.putAsync(B, new Note("x".repeat(1000), i));
        notes.put(B, new Note("", 501));
        documents.settle();
        documents.close();
        open(OPTIONS.withFeedBytes(0), true);
        assertThatThrownBy(documents::settle).isInstanceOf(StorageException.class);
        assertThat(folder.resolve("journal/00000001.journal")).exists();
        close();
        open();
        assertThat(notes.get(A).orElseThrow().value().text()).isEqualTo("old");
    }

    /** Blocks the thread that makes writes visible, behind the last of these writes. */
    private void blockBehind(List<CompletableFuture<Write>> writes, CountDownLatch until) throws Exception {
        var isBlocked = new CountDownLatch(1);
        var _ = writes.getLast().thenRun(() -> {
            isBlocked.countDown();
            CollectionContract.awaited(until);
        });
        disk.isStuck(false);
        isBlocked.await();
    }

    @Test
    void compaction_drops_nothing_that_is_about_to_become_visible() throws Exception {
        documents.close();
        open(OPTIONS.withFeedBytes(0));
        // The first write creates the first file, which the disk has to take before anything is appended.
        notes.put(A, new Note("", 0));
        disk.isStuck(true);
        List<CompletableFuture<Write>> writes = new ArrayList<>();
        writes.add(notes.putAsync(A, new Note("", 0)));
        var goOn = new CountDownLatch(1);
        blockBehind(writes, goOn);
        try {
            for (int i = 0; i < 200; i++)
                writes.add(notes.putAsync(new DocumentId("n" + i), new Note("x".repeat(1000), i)));
            journal.whenAllSynced().join();
            assertThat(journal.segments().getFirst().sealed()).isTrue();
            documents.settle();
        } finally {
            goOn.countDown();
        }
        assertThat(writes).allMatch(write -> write.join() instanceof Write.Stored);
        documents.close();
        open();
        assertThat(notes.count()).isEqualTo(201);
        for (int i = 0; i < 200; i++) {
            assertThat(notes.get(new DocumentId("n" + i)).orElseThrow().value().count())
                    .isEqualTo(i);
        }
    }

    @Test
    void compaction_moves_the_version_before_a_write_that_is_under_way() throws Exception {
        documents.close();
        open(OPTIONS.withFeedBytes(0));
        notes.create(A, new Note("first", 1));
        DocumentCollection<Note> others = documents.collection(
                "others", StateForm.of(Note.class, new Codec(false)), CollectionPolicy.DURABLE.withVersions(1));
        List<Request<Note>> filling = IntStream.range(0, 400)
                .mapToObj(i ->
                        (Request<Note>) new Request.Create<>(new DocumentId("n" + i), new Note("x".repeat(1000), i)))
                .toList();
        assertThat(others.writeAll(filling)).allMatch(write -> write instanceof Write.Stored);
        documents.settle();
        disk.isStuck(true);
        List<CompletableFuture<Write>> deletions = IntStream.range(0, 400)
                .mapToObj(i -> others.deleteAsync(new DocumentId("n" + i)))
                .toList();
        var goOn = new CountDownLatch(1);
        blockBehind(deletions, goOn);
        CompletableFuture<Write> underWay;
        try {
            underWay = notes.putAsync(A, new Note("second", 2));
            documents.settle();
            assertThat(folder.resolve("journal/00000001.journal")).doesNotExist();
        } finally {
            goOn.countDown();
        }
        assertThat(underWay.join()).isInstanceOf(Write.Stored.class);
        for (int start = 0; start < 2; start++) {
            assertThat(notes.get(A, new Version(1)).orElseThrow().value().text())
                    .isEqualTo("first");
            documents.close();
            open();
        }
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

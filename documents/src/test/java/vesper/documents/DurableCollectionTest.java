package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.journal.SyncPolicy;
import vesper.testing.Eventually;

class DurableCollectionTest extends LocalContract {
    @TempDir
    Path folder;

    private DocumentsOptions options = DocumentsOptions.DEFAULTS;

    @Override
    Documents open(DocumentsOptions opened) throws IOException {
        options = opened.withSegmentBytes(1 << 20);
        return Documents.open(folder.resolve("documents"), clock, options);
    }

    @Override
    CollectionPolicy policy() {
        return CollectionPolicy.DURABLE;
    }

    private void reopen() throws IOException {
        documents.close();
        documents = Documents.open(folder.resolve("documents"), clock, options);
        notes = collection("notes", policy());
    }

    private List<Long> versionsOf(DocumentId id) {
        return notes.versions(id, Optional.empty(), 1000).items().stream()
                .map(info -> info.version().number())
                .toList();
    }

    @Test
    void documents_and_their_versions_are_there_after_a_restart() throws Exception {
        for (int i = 1; i <= 5; i++) notes.put(A, new Note("a", i));
        notes.delete(A);
        notes.create(B, note("b"));
        reopen();
        assertThat(notes.get(A)).isEmpty();
        assertThat(versionsOf(A)).containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
        for (int i = 1; i <= 5; i++) {
            assertThat(notes.get(A, new Version(i)).orElseThrow().value()).isEqualTo(new Note("a", i));
        }
        assertThat(notes.get(A, new Version(6))).isEmpty();
        assertThat(notes.get(B)).contains(new Document<>(B, V1, NOON, note("b")));
        assertThat(notes.count()).isOne();
        assertThat(notes.create(A, note("again"))).isEqualTo(createdAgain(A, 7));
        assertThat(notes.put(B, V1, note("b2"))).isEqualTo(stored(B, 2));
    }

    @Test
    void versions_are_found_by_number_and_by_time_wherever_they_are() throws Exception {
        for (int round = 0; round < 4; round++) {
            for (int i = 1; i <= 10; i++) {
                notes.put(A, new Note("a", round * 10 + i));
                clock.pass(Duration.ofSeconds(1));
            }
            if (round < 3) reopen();
        }
        assertThat(versionsOf(A))
                .isEqualTo(
                        LongStream.rangeClosed(1, 40).map(n -> 41 - n).boxed().toList());
        for (int i = 1; i <= 40; i++) {
            assertThat(notes.get(A, new Version(i)).orElseThrow().value().count())
                    .isEqualTo(i);
            assertThat(notes.asOf(A, NOON.plusSeconds(i - 1)).orElseThrow().version())
                    .isEqualTo(new Version(i));
            assertThat(notes.asOf(A, NOON.plusSeconds(i).minusMillis(1))
                            .orElseThrow()
                            .version())
                    .isEqualTo(new Version(i));
        }
        assertThat(notes.asOf(A, NOON.minusMillis(1))).isEmpty();
        Page<VersionInfo, Version> page = notes.versions(A, Optional.of(new Version(36)), 10);
        assertThat(page.items())
                .extracting(VersionInfo::version)
                .startsWith(new Version(35))
                .hasSize(10);
        assertThat(page.next()).contains(new Version(26));
    }

    @Test
    void pages_of_versions_and_times_lead_to_the_first_however_many_came_into_the_view_at_once() throws Exception {
        for (int round = 0; round < 3; round++) {
            notes = collection("notes", policy().withVersions(1000));
            for (int i = 1; i <= 150; i++) {
                notes.put(A, new Note("a", round * 150 + i));
                clock.pass(Duration.ofSeconds(1));
            }
            reopen();
        }
        notes = collection("notes", policy().withVersions(1000));
        List<Long> listed = new ArrayList<>();
        Optional<Version> before = Optional.empty();
        do {
            Page<VersionInfo, Version> page = notes.versions(A, before, 40);
            page.items().forEach(info -> listed.add(info.version().number()));
            before = page.next();
        } while (before.isPresent());
        assertThat(listed)
                .isEqualTo(
                        LongStream.rangeClosed(1, 450).map(n -> 451 - n).boxed().toList());
        for (int i = 1; i <= 450; i += 13) {
            assertThat(notes.asOf(A, NOON.plusSeconds(i - 1)).orElseThrow().version())
                    .isEqualTo(new Version(i));
        }
    }

    @Test
    void only_so_many_versions_are_kept() throws Exception {
        DocumentCollection<Note> few = collection("few", policy().withVersions(3));
        for (int i = 1; i <= 200; i++) few.put(A, new Note("", i));
        for (int restart = 0; restart < 2; restart++) {
            assertThat(few.versions(A, Optional.empty(), 10).items())
                    .extracting(VersionInfo::version)
                    .containsExactly(
                            new Version(200 + restart), new Version(199 + restart), new Version(198 + restart));
            assertThat(few.get(A, new Version(197))).isEmpty();
            reopen();
            few = collection("few", policy().withVersions(3));
            few.put(A, note("more"));
        }
    }

    @Test
    void as_many_versions_are_kept_as_the_policy_says_however_many_come_into_the_view_at_once() {
        DocumentCollection<Note> few = collection("few", policy().withVersions(3));
        long newest = 0;
        for (int round = 0; round < 12; round++) {
            for (int more = 3 - round % 3; more > 0; more--) {
                few.put(A, new Note("", 1));
                newest++;
            }
            documents.settle();
            assertThat(few.versions(A, Optional.empty(), 10).items())
                    .extracting(info -> info.version().number())
                    .containsExactly(newest, newest - 1, newest - 2);
        }
    }

    @Test
    void a_document_of_one_version_keeps_the_bytes_of_one_however_often_it_was_written() {
        DocumentCollection<Note> once = collection("once", policy().withVersions(1));
        once.put(A, new Note("same", 1));
        documents.settle();
        long bytesOfOne = once.keptBytes().orElseThrow();
        DocumentCollection<Note> often = collection("often", policy().withVersions(1));
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 10; i++) often.put(A, new Note("same", 1));
            documents.settle();
            assertThat(often.keptBytes()).hasValue(bytesOfOne);
        }
    }

    @Test
    void a_version_is_not_seen_before_it_is_acknowledged() {
        List<CompletableFuture<Write>> writes = new ArrayList<>();
        long seen = 0;
        for (int i = 1; i <= 500; i++) {
            writes.add(notes.putAsync(A, new Note("", i)));
            long version = notes.version(A).number();
            assertThat(version).isGreaterThanOrEqualTo(seen);
            seen = version;
        }
        for (int i = 1; i <= 500; i++) {
            assertThat(writes.get(i - 1).join()).isEqualTo(stored(A, i));
            assertThat(notes.version(A).number()).isGreaterThanOrEqualTo(i);
        }
    }

    @Test
    void what_an_acknowledgement_calls_is_told_that_it_cannot_wait() {
        var thrown = new AtomicReference<Throwable>();
        CompletableFuture<Void> waiting = null;
        // If the write is acknowledged before the callback is added, this thread runs the callback, and it may wait.
        while (thrown.get() == null) {
            waiting = notes.putAsync(A, note("1")).thenAccept(first -> {
                try {
                    notes.put(B, note("2"));
                } catch (IllegalStateException refused) {
                    thrown.set(refused);
                }
            });
            waiting.join();
        }
        assertThat(thrown.get()).hasMessageContaining("acknowledgement");
    }

    @Test
    void a_key_is_known_after_a_crash() throws Exception {
        var key = new IdempotencyKey("attempt");
        notes.create(A, note("1"), key);
        Path crashed = folder.resolve("crashed");
        copy(folder.resolve("documents"), crashed);
        try (Documents again = Documents.open(crashed, clock, options)) {
            DocumentCollection<Note> there = again.collection("notes", StateForm.of(Note.class, codec), policy());
            assertThat(there.create(B, note("2"), key)).isEqualTo(stored(A, 1));
        }
    }

    /** Copies a folder in the state that the end of the process leaves. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.toList()) {
                if (each.endsWith("LOCK")) continue;
                Files.copy(each, to.resolve(from.relativize(each)));
            }
        }
    }

    @Test
    void a_crash_sets_no_sequence_back() throws Exception {
        for (int i = 1; i <= 5; i++) notes.put(A, new Note("", i));
        Path crashed = folder.resolve("crashed");
        copy(folder.resolve("documents"), crashed);
        try (Documents again = Documents.open(crashed, clock, options)) {
            DocumentCollection<Note> there = again.collection("notes", StateForm.of(Note.class, codec), policy());
            assertThat(there.sequence()).isEqualTo(5);
            there.put(A, note("more"));
            assertThat(there.sequence()).isEqualTo(6);
        }
    }

    @Test
    void a_tombstone_that_was_forgotten_stays_forgotten_after_a_crash() throws Exception {
        DocumentCollection<Note> forgetful = collection("forgetful", policy().withTombstones(Duration.ofHours(1)));
        forgetful.create(A, note("1"));
        forgetful.delete(A);
        clock.pass(Duration.ofHours(1));
        Eventually.until("it is forgotten", () -> {
            documents.settle();
            return forgetful.version(A).equals(Version.NONE);
        });
        Path crashed = folder.resolve("crashed");
        copy(folder.resolve("documents"), crashed);
        // By this clock no tombstone is due, so only the journal can say that one was forgotten.
        try (Documents again = Documents.open(crashed, new ManualClock(NOON), options)) {
            DocumentCollection<Note> there = again.collection("forgetful", StateForm.of(Note.class, codec), policy());
            assertThat(there.version(A)).isEqualTo(Version.NONE);
        }
    }

    @Test
    void a_document_that_was_forgotten_leaves_no_version_to_the_next_of_its_id() {
        DocumentCollection<Note> forgetful = collection("forgetful", policy().withTombstones(Duration.ofHours(1)));
        for (int i = 1; i <= 5; i++) forgetful.put(A, note("first life"));
        documents.settle();
        forgetful.delete(A);
        clock.pass(Duration.ofHours(1));
        Eventually.until("it is forgotten", () -> {
            documents.settle();
            return forgetful.version(A).equals(Version.NONE);
        });
        for (int i = 1; i <= 8; i++) forgetful.put(A, note("second life"));
        documents.settle();
        assertThat(forgetful.versions(A, Optional.empty(), 100).items())
                .extracting(info -> info.version().number())
                .containsExactly(8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
    }

    @Test
    void an_id_of_the_greatest_length_is_found_after_a_restart() throws Exception {
        var id = new DocumentId("i".repeat(DocumentId.MOST_CHARACTERS));
        notes.create(id, note("long"));
        reopen();
        assertThat(notes.get(id)).contains(new Document<>(id, V1, NOON, note("long")));
    }

    @Test
    void a_key_is_known_after_a_restart() throws Exception {
        var key = new IdempotencyKey("attempt");
        notes.create(A, note("1"), key);
        reopen();
        assertThat(notes.create(B, note("2"), key)).isEqualTo(stored(A, 1));
        assertThat(notes.get(B)).isEmpty();
    }

    @Test
    void of_every_request_with_a_key_it_is_known_after_a_restart_what_it_stored() throws Exception {
        notes.create(A, note("1"));
        notes.delete(A);
        var key = IdempotencyKey.of("k", List.of("PUT", "a"), new byte[] {1});
        var put = new Request.Put<>(A, Optional.empty(), note("2"));
        assertThat(notes.onceAsync(key, put).join()).isEqualTo(createdAgain(A, 3));
        var changed = IdempotencyKey.of("l", List.of("PUT", "a"), new byte[] {1});
        notes.onceAsync(changed, put).join();
        reopen();
        assertThat(notes.onceAsync(key, put).join()).isEqualTo(createdAgain(A, 3));
        assertThat(notes.onceAsync(changed, put).join()).isEqualTo(stored(A, 4));
        assertThat(notes.create(B, note("3"), new IdempotencyKey("k"))).isEqualTo(new Write.KeyUsed());
        assertThat(notes.version(A)).isEqualTo(new Version(4));
    }

    @Test
    void a_feed_goes_on_after_a_restart_where_it_was() throws Exception {
        long before = notes.sequence();
        for (int i = 0; i < 100; i++) notes.put(A, new Note("", i));
        long position;
        try (Feed<Note> feed = notes.follow(before)) {
            assertThat(changes(feed.next(40, NO_WAIT))).hasSize(40);
            position = feed.position();
        }
        reopen();
        notes.put(A, new Note("", 100));
        List<Integer> told = new ArrayList<>();
        try (Feed<Note> feed = notes.follow(position)) {
            while (told.size() < 61) {
                changes(feed.next(7, Duration.ofSeconds(10)))
                        .forEach(change -> told.add(change.value().orElseThrow().count()));
            }
            assertThat(changes(feed.next(7, NO_WAIT))).isEmpty();
        }
        assertThat(told).hasSize(61).startsWith(40).endsWith(100).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void who_follows_slowly_is_told_from_the_journal() throws Exception {
        DocumentCollection<Note> busy = collection("busy", policy().withChanges(16));
        // The sequences of another collection are ahead of those of this one.
        for (int i = 0; i < 5; i++) notes.put(A, note("of another collection"));
        try (Feed<Note> all = busy.follow(busy.sequence());
                Feed<Note> onlyB = busy.follow(B, busy.sequence())) {
            for (int i = 1; i <= 3000; i++) {
                busy.putAsync(i % 100 == 0 ? B : A, new Note("", i));
                notes.putAsync(A, note("of another collection"));
            }
            busy.put(A, new Note("", 3001));
            int expected = 1;
            while (expected <= 3001) {
                for (Change<Note> change : changes(all.next(100, Duration.ofSeconds(10)))) {
                    assertThat(change.value().orElseThrow().count()).isEqualTo(expected++);
                }
            }
            List<Change<Note>> ofB = new ArrayList<>();
            while (ofB.size() < 30) ofB.addAll(changes(onlyB.next(100, Duration.ofSeconds(10))));
            assertThat(ofB).hasSize(30).allMatch(change -> change.id().equals(B));
        }
    }

    @Test
    void a_transaction_is_one_entry_of_the_journal() throws Exception {
        documents.transaction(tx -> {
            tx.create(notes, A, note("1"));
            tx.create(notes, B, note("2"));
            return null;
        });
        documents.transaction(tx -> {
            tx.delete(notes, A);
            tx.put(notes, B, note("3"));
            return null;
        });
        reopen();
        assertThat(versionsOf(A)).containsExactly(2L, 1L);
        assertThat(notes.get(A, V1).orElseThrow().value()).isEqualTo(note("1"));
        assertThat(notes.get(B).orElseThrow().value()).isEqualTo(note("3"));
        assertThat(notes.get(B, V1).orElseThrow().value()).isEqualTo(note("2"));
    }

    @Test
    void the_view_is_made_anew_where_it_is_gone_or_damaged() throws Exception {
        for (int i = 1; i <= 20; i++) notes.put(A, new Note("a", i));
        notes.put(B, note("b"));
        notes.delete(B);
        documents.close();
        Path positions = folder.resolve("documents/positions");
        try (Stream<Path> files = Files.list(positions)) {
            for (Path file : files.toList()) {
                if (file.toString().contains("MANIFEST")) Files.write(file, new byte[] {1, 2, 3});
            }
        }
        documents = Documents.open(folder.resolve("documents"), clock, options);
        assertThat(documents.isViewRebuilt()).isTrue();
        notes = collection("notes", policy());
        assertThat(versionsOf(A)).hasSize(20);
        assertThat(versionsOf(B)).containsExactly(2L, 1L);
        assertThat(notes.count()).isOne();
        documents.close();
        delete(positions);
        reopen();
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(new Note("a", 20));
        assertThat(documents.isViewRebuilt()).isTrue();
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    @Test
    void segments_go_and_every_kept_version_stays() throws Exception {
        documents.close();
        options = options.withSegmentBytes(64 << 10).withFeedBytes(0);
        documents = Documents.open(folder.resolve("documents"), clock, options);
        notes = collection("notes", policy().withVersions(3));
        var idle = new DocumentId("idle");
        notes.create(idle, note("idle"));
        documents.transaction(tx -> {
            tx.create(notes, new DocumentId("t1"), note("t1"));
            tx.create(notes, new DocumentId("t2"), note("t2"));
            return null;
        });
        long before = notes.sequence();
        byte[] large = "x".repeat(1000).getBytes();
        Path first = folder.resolve("documents/journal/00000001.journal");
        int[] count = {0};
        Eventually.until("the first segment is gone", () -> {
            for (int i = 0; i < 100; i++) notes.putAsync(A, new Note(new String(large), ++count[0]));
            notes.put(B, note("b"));
            return !Files.exists(first);
        });
        for (int restart = 0; restart < 3; restart++) {
            assertThat(notes.get(idle).orElseThrow().value()).isEqualTo(note("idle"));
            assertThat(notes.get(new DocumentId("t1")).orElseThrow().value()).isEqualTo(note("t1"));
            assertThat(notes.get(new DocumentId("t2")).orElseThrow().value()).isEqualTo(note("t2"));
            long newest = notes.version(A).number();
            for (long version = newest; version > newest - 3; version--) {
                assertThat(notes.get(A, new Version(version))
                                .orElseThrow()
                                .value()
                                .count())
                        .isEqualTo((int) version);
            }
            assertThat(notes.count()).isEqualTo(5);
            documents.close();
            if (restart == 1) delete(folder.resolve("documents/positions"));
            documents = Documents.open(folder.resolve("documents"), clock, options);
            notes = collection("notes", policy().withVersions(3));
            try (Feed<Note> feed = notes.follow(before - 1)) {
                assertThat(feed.next(10, NO_WAIT)).isEqualTo(new Feed.PollResult.Gone<Note>(notes.sequence()));
            }
        }
    }

    @Test
    void a_copy_is_made_while_documents_are_written_and_can_be_opened() throws Exception {
        for (int i = 0; i < 50; i++) notes.create(new DocumentId("n" + i), new Note("", i));
        var going = new java.util.concurrent.atomic.AtomicBoolean(true);
        var writer = threads.submit(() -> {
            for (int i = 0; going.get(); i++) notes.put(new DocumentId("w" + i % 10), new Note("", i));
        });
        Path copy = folder.resolve("copy");
        documents.copyTo(copy);
        going.set(false);
        writer.get();
        assertThatThrownBy(() -> documents.copyTo(copy)).isInstanceOf(IOException.class);
        try (Documents copied = Documents.open(copy, clock, options)) {
            assertThat(copied.isViewRebuilt()).isFalse();
            DocumentCollection<Note> there = copied.collection("notes", StateForm.of(Note.class, codec), policy());
            for (int i = 0; i < 50; i++) {
                assertThat(there.get(new DocumentId("n" + i))
                                .orElseThrow()
                                .value()
                                .count())
                        .isEqualTo(i);
            }
            assertThat(there.put(new DocumentId("n0"), V1, note("on"))).isEqualTo(stored(new DocumentId("n0"), 2));
        }
        assertThat(notes.version(new DocumentId("n0"))).isEqualTo(V1);
    }

    @Test
    void without_waiting_for_the_disk_a_write_is_seen_at_once() throws Exception {
        documents.close();
        options = options.withSync(new SyncPolicy.Interval(Duration.ofSeconds(5)));
        documents = Documents.open(folder.resolve("documents"), clock, options);
        notes = collection("notes", policy());
        CompletableFuture<Write> write = notes.putAsync(A, note("1"));
        assertThat(write).isCompletedWithValue(stored(A, 1));
        assertThat(notes.get(A)).isPresent();
        reopen();
        assertThat(notes.get(A).orElseThrow().value()).isEqualTo(note("1"));
    }

    @Test
    void one_folder_is_open_once() {
        assertThatThrownBy(() -> Documents.open(folder.resolve("documents"), clock, options))
                .isInstanceOf(IOException.class);
    }

    @Test
    void after_close_nothing_is_taken() {
        documents.close();
        assertThatThrownBy(() -> notes.put(A, note("late"))).isInstanceOf(StorageException.class);
    }
}

package vesper.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class JournalTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-22T10:00:00Z"), ZoneOffset.UTC);
    private static final JournalOptions SMALL = new JournalOptions(4096, new SyncPolicy.Always());

    @TempDir
    Path folder;

    private final InMemoryDisk disk = new InMemoryDisk();

    @Test
    void an_entry_is_read_back_by_its_position() throws IOException {
        try (Journal journal = open()) {
            long first = journal.append(7, bytes("one"));
            long second = journal.append(255, bytes(""));

            assertThat(journal.entry(first)).satisfies(entry -> {
                assertThat(entry.sequence()).isEqualTo(1);
                assertThat(entry.type()).isEqualTo(7);
                assertThat(entry.payload()).isEqualTo("one".getBytes(UTF_8));
            });
            assertThat(journal.entry(second)).satisfies(entry -> {
                assertThat(entry.sequence()).isEqualTo(2);
                assertThat(entry.type()).isEqualTo(255);
                assertThat(entry.payload()).isEmpty();
            });
            assertThat(second).isGreaterThan(first).isLessThan(journal.endPosition());
            assertThat(journal.nextSequence()).isEqualTo(3);
        }
    }

    @Test
    void a_payload_is_taken_from_its_position_to_its_limit_and_consumed() throws IOException {
        try (Journal journal = open()) {
            ByteBuffer payload = bytes("..middle..").position(2).limit(8);
            long at = journal.append(1, payload);

            assertThat(payload.hasRemaining()).isFalse();
            assertThat(new String(journal.entry(at).payload(), UTF_8)).isEqualTo("middle");
        }
    }

    @Test
    void payloads_outside_the_heap_are_taken_as_well() throws IOException {
        try (Journal journal = open();
                Arena arena = Arena.ofConfined()) {
            ByteBuffer direct = ByteBuffer.allocateDirect(3).put(bytes("abc")).flip();
            ByteBuffer foreign = arena.allocate(3)
                    .copyFrom(MemorySegment.ofBuffer(bytes("xyz")))
                    .asByteBuffer();

            assertThat(journal.entry(journal.append(1, direct)).payload()).isEqualTo("abc".getBytes(UTF_8));
            assertThat(journal.entry(journal.append(1, foreign)).payload()).isEqualTo("xyz".getBytes(UTF_8));
        }
    }

    @Test
    void an_empty_journal_has_nothing_to_read() throws IOException {
        try (Journal journal = open();
                JournalReader reader = journal.read(Position.START)) {
            assertThat(reader.next()).isFalse();
            assertThat(journal.nextSequence()).isEqualTo(1);
            assertThat(journal.segments()).isEmpty();
            assertThat(journal.sizeBytes()).isZero();
            journal.whenAllSynced().join();

            journal.append(1, bytes("first"));
            assertThat(reader.next()).isTrue();
            assertThat(reader.position())
                    .isEqualTo(journal.segments().getFirst().endPosition() - 24);
        }
    }

    @Test
    void where_there_is_no_entry_none_is_returned() throws IOException {
        try (Journal journal = open()) {
            long at = journal.append(1, bytes("one"));
            fillSegments(journal, 3);

            assertThatThrownBy(() -> journal.entry(journal.endPosition())).isInstanceOf(EntryGoneException.class);
            long behindFirst = journal.segments().getFirst().endPosition();
            assertThatThrownBy(() -> journal.entry(behindFirst)).isInstanceOf(EntryGoneException.class);
            assertThatThrownBy(() -> journal.entry(Position.START)).isInstanceOf(EntryGoneException.class);
            assertThatThrownBy(() -> journal.entry(Long.MAX_VALUE)).isInstanceOf(EntryGoneException.class);
            assertThat(journal.entry(at).sequence()).isEqualTo(1);
        }
    }

    @Test
    void what_is_too_large_or_of_no_type_is_refused() throws IOException {
        try (Journal journal = open()) {
            int max = SMALL.maxPayloadBytes();
            assertThatThrownBy(() -> journal.append(1, ByteBuffer.allocate(max + 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("exceeds the limit of " + max);
            assertThatThrownBy(() -> journal.append(256, bytes(""))).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> journal.append(-1, bytes(""))).isInstanceOf(IllegalArgumentException.class);

            assertThat(journal.entry(journal.append(0, ByteBuffer.allocate(max)))
                            .sequence())
                    .isEqualTo(1);
            assertThat(journal.entry(journal.append(0, ByteBuffer.allocate(max)))
                            .sequence())
                    .isEqualTo(2);
        }
    }

    @Test
    void a_payload_that_cannot_be_read_leaves_no_trace() throws IOException {
        try (Journal journal = open()) {
            ByteBuffer gone;
            try (Arena arena = Arena.ofConfined()) {
                gone = arena.allocate(1000).fill((byte) 1).asByteBuffer();
            }
            journal.append(1, bytes("before"));
            assertThatThrownBy(() -> journal.append(1, gone)).isInstanceOf(IllegalStateException.class);
            journal.append(1, bytes("after"));

            assertThat(texts(journal)).containsExactly("before", "after");
        }
        try (Journal journal = reopen(disk)) {
            assertThat(journal.recovery().cutBytes()).isZero();
            assertThat(texts(journal)).containsExactly("before", "after");
        }
    }

    @Test
    void a_full_segment_is_sealed_and_followed_by_another() throws IOException {
        try (Journal journal = open()) {
            fillSegments(journal, 4);
            journal.whenAllSynced().join();

            List<SegmentInfo> segments = journal.segments();
            assertThat(segments).extracting(SegmentInfo::number).containsExactly(1, 2, 3, 4);
            assertThat(segments).extracting(SegmentInfo::sealed).containsExactly(true, true, true, false);
            assertThat(segments).allSatisfy(segment -> {
                assertThat(segment.createdAt()).isEqualTo(CLOCK.instant());
                assertThat(segment.endPosition()).isEqualTo(Position.of(segment.number(), (int) segment.sizeBytes()));
            });
            assertThat(journal.sizeBytes())
                    .isEqualTo(
                            segments.stream().mapToLong(SegmentInfo::sizeBytes).sum());
            journal.verify();
        }
        assertThat(disk.bytes(1)).hasSizeLessThan(4096);
    }

    @Test
    void opening_again_continues_where_it_ended() throws IOException {
        List<Long> positions = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            try (Journal journal = reopen(disk)) {
                assertThat(journal.recovery()).isEqualTo(new Recovery(0, round == 0 ? 0 : journal.endPosition()));
                assertThat(journal.nextSequence()).isEqualTo(positions.size() + 1);
                for (int i = 0; i < 17; i++) positions.add(journal.append(1, Payloads.of(0, positions.size())));
                assertThat(readAll(journal)).isEqualTo(positions);
                journal.verify();
            }
        }
        assertThat(disk.segments()).hasSizeGreaterThan(5);
    }

    @Test
    void a_journal_that_was_never_written_to_leaves_nothing() throws IOException {
        open().close();
        assertThat(disk.segments()).isEmpty();
    }

    @Test
    void many_threads_append_without_gaps_and_each_in_its_order() throws Exception {
        int writers = 8;
        int each = 2000;
        try (Journal journal =
                Journal.open(folder.resolve("j"), new JournalOptions(64 << 10, new SyncPolicy.Always()))) {
            List<Thread> threads = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                int name = writer;
                var thread = writer % 2 == 0 ? Thread.ofPlatform() : Thread.ofVirtual();
                threads.add(thread.start(() -> {
                    try {
                        long last = 0;
                        for (int i = 0; i < each; i++) last = journal.append(name, Payloads.of(name, i));
                        journal.whenSynced(last).join();
                    } catch (IOException failure) {
                        throw new AssertionError(failure);
                    }
                }));
            }
            for (Thread thread : threads) thread.join();

            long[] next = new long[writers];
            long sequence = 0;
            try (JournalReader reader = journal.read(Position.START)) {
                while (reader.next()) {
                    Payloads.verify(reader.payload(), 200);
                    assertThat(reader.sequence()).isEqualTo(++sequence);
                    assertThat(reader.type()).isEqualTo(Payloads.writer(reader.payload()));
                    assertThat(Payloads.count(reader.payload())).isEqualTo(next[reader.type()]++);
                }
            }
            assertThat(next).containsOnly(each);
            assertThat(journal.syncedPosition()).isEqualTo(journal.endPosition());
        }
    }

    @Test
    void a_reader_follows_while_others_append() throws Exception {
        int entries = 20_000;
        try (Journal journal = Journal.open(folder.resolve("j"), new JournalOptions(32 << 10, new SyncPolicy.None()))) {
            Thread writer = Thread.ofPlatform().start(() -> {
                try {
                    for (int i = 0; i < entries; i++) journal.append(1, Payloads.of(0, i));
                } catch (IOException failure) {
                    throw new AssertionError(failure);
                }
            });
            long read = 0;
            try (JournalReader reader = journal.read(Position.START)) {
                while (read < entries && (writer.isAlive() || reader.nextPosition() != journal.endPosition())) {
                    while (reader.next()) {
                        Payloads.verify(reader.payload(), 200);
                        assertThat(reader.sequence()).isEqualTo(++read);
                    }
                    Thread.onSpinWait();
                }
            }
            writer.join();
            assertThat(read).isEqualTo(entries);
        }
    }

    @Test
    void reading_goes_on_from_a_stored_position() throws IOException {
        try (Journal journal = open()) {
            fillSegments(journal, 3);
            List<Long> all = readAll(journal);
            for (int i = 0; i < all.size(); i++) {
                try (JournalReader reader = journal.read(all.get(i))) {
                    assertThat(reader.nextPosition()).isEqualTo(all.get(i));
                    assertThat(reader.next()).isTrue();
                    assertThat(reader.sequence()).isEqualTo(i + 1);
                    long next = reader.nextPosition();
                    try (JournalReader second = journal.read(next)) {
                        assertThat(second.next()).isEqualTo(i + 1 < all.size());
                        if (i + 1 < all.size()) assertThat(second.sequence()).isEqualTo(i + 2);
                    }
                }
            }
        }
    }

    @Test
    void dropped_segments_are_gone_but_the_one_that_is_read_stays_until_it_is_through() throws IOException {
        try (Journal journal = Journal.open(folder.resolve("j"), SMALL)) {
            fillSegments(journal, 5);
            long first = readAll(journal).getFirst();
            journal.whenAllSynced().join();
            try (JournalReader reader = journal.read(Position.START)) {
                assertThat(reader.next()).isTrue();
                int inFirst = (int) (journal.segments().get(1).firstSequence() - 1);
                long fourth = journal.segments().get(3).firstSequence();

                journal.dropBefore(Position.of(4, 100));
                assertThat(journal.segments()).extracting(SegmentInfo::number).containsExactly(4, 5);
                assertThatThrownBy(() -> journal.entry(first)).isInstanceOf(EntryGoneException.class);
                for (int i = 2; i <= inFirst; i++) {
                    assertThat(reader.next()).isTrue();
                    assertThat(reader.sequence()).isEqualTo(i);
                }
                assertThat(reader.next()).isTrue();
                assertThat(reader.sequence()).isEqualTo(fourth);
                journal.verify();
            }
        }
        try (Journal journal = Journal.open(folder.resolve("j"), SMALL)) {
            assertThat(journal.segments()).extracting(SegmentInfo::number).containsExactly(4, 5);
            journal.verify();
        }
    }

    @Test
    void a_dropped_segment_is_closed_once_nobody_reads_it() throws IOException {
        try (Journal journal = open()) {
            // The third segment has one entry, so the next one is not prepared yet.
            fillSegments(journal, 3);
            JournalReader reader = journal.read(Position.START);
            assertThat(reader.next()).isTrue();
            assertThat(disk.openFiles()).isEqualTo(3);

            journal.dropBefore(Position.of(3, 0));
            assertThat(disk.openFiles()).isEqualTo(2);
            reader.close();
            assertThat(disk.openFiles()).isOne();
        }
        assertThat(disk.openFiles()).isZero();
    }

    @Test
    void an_entry_that_fits_exactly_goes_into_the_segment() throws IOException {
        try (Journal journal = open()) {
            journal.append(1, ByteBuffer.allocate(SMALL.maxPayloadBytes()));
            int left = 4096 - Position.offset(journal.endPosition());
            long last = journal.append(1, ByteBuffer.allocate(left - EntryFormat.HEADER_BYTES));
            assertThat(Position.segment(last)).isOne();
            assertThat(journal.endPosition()).isEqualTo(Position.of(1, 4096));

            assertThat(Position.segment(append(journal, "next"))).isEqualTo(2);
            journal.verify();
        }
        try (Journal journal = reopen(disk)) {
            assertThat(journal.nextSequence()).isEqualTo(4);
            journal.verify();
        }
    }

    @Test
    void entries_are_padded_with_zeros_whatever_was_written_before() throws IOException {
        try (Journal journal = open()) {
            append(journal, "a secret of some length");
            append(journal, "x");
        }
        int end = SegmentHeader.BYTES + EntryFormat.sizeBytes(23) + EntryFormat.HEADER_BYTES + 1;
        assertThat(Arrays.copyOfRange(disk.bytes(1), end, disk.bytes(1).length)).containsOnly(0);
    }

    @Test
    void what_is_not_synced_is_not_dropped() throws IOException {
        try (Journal journal = openAndHoldForces()) {
            fillSegmentsUnsynced(journal, 4);
            journal.dropBefore(journal.endPosition());
            assertThat(journal.segments()).extracting(SegmentInfo::number).containsExactly(1, 2, 3, 4);

            disk.releaseForces();
            journal.whenAllSynced().join();
            journal.dropBefore(journal.endPosition());
            assertThat(journal.segments()).extracting(SegmentInfo::number).containsExactly(4);
        }
    }

    @Test
    void many_may_drop_and_look_and_read_at_once() throws Exception {
        try (Journal journal = Journal.open(folder.resolve("j"), SMALL)) {
            List<Thread> threads = new ArrayList<>();
            var failures = new AtomicInteger();
            var done = new CountDownLatch(1);
            for (int i = 0; i < 3; i++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        while (done.getCount() > 0) {
                            journal.dropBefore(journal.endPosition());
                            journal.segments();
                            journal.sizeBytes();
                            readAll(journal);
                        }
                    } catch (IOException | RuntimeException failure) {
                        failures.incrementAndGet();
                        throw new AssertionError(failure);
                    }
                }));
            }
            for (int i = 0; i < 3000; i++) journal.append(1, Payloads.of(0, i));
            journal.whenAllSynced().join();
            done.countDown();
            for (Thread thread : threads) thread.join();
            assertThat(failures).hasValue(0);
            journal.verify();
        }
    }

    @Test
    void readers_keep_what_they_read_when_the_journal_is_closed() throws IOException {
        Journal journal = Journal.open(folder.resolve("j"), SMALL);
        fillSegments(journal, 2);
        JournalReader reader = journal.read(Position.START);
        assertThat(reader.next()).isTrue();
        journal.close();

        long inFirst = journal.segments().get(1).firstSequence() - 1;
        for (int i = 2; i <= inFirst; i++) assertThat(reader.next()).isTrue();
        Payloads.verify(reader.payload(), 200);
        assertThat(reader.next()).isFalse();
        assertThat(reader.next()).isFalse();
        reader.close();
        assertThatThrownBy(reader::next).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void one_sync_serves_all_who_wait() throws IOException {
        try (Journal journal = openAndHoldForces()) {
            CompletableFuture<Void> first = journal.whenSynced(journal.append(1, bytes("first")));
            Eventually.until(disk::isForceWaiting);
            int forces = disk.forces();
            List<CompletableFuture<Void>> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) others.add(journal.whenSynced(journal.append(1, bytes("other"))));
            assertThat(others).noneMatch(CompletableFuture::isDone);
            assertThat(first).isNotDone();

            disk.releaseForces();
            CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)).join();
            assertThat(first).isCompleted();
            assertThat(disk.forces()).isEqualTo(forces + 1);
        }
    }

    @Test
    void what_is_synced_already_is_not_waited_for() throws IOException {
        try (Journal journal = open()) {
            long at = journal.append(1, bytes("one"));
            journal.whenSynced(at).join();
            int forces = disk.forces();
            assertThat(journal.whenSynced(at)).isCompleted();
            assertThat(journal.whenAllSynced()).isCompleted();
            assertThat(disk.forces()).isEqualTo(forces);
        }
    }

    @Test
    void nobody_waits_for_an_entry_that_is_not_there_yet() throws IOException {
        try (Journal journal = open()) {
            assertThatThrownBy(() -> journal.whenSynced(0x1_0000_0028L)).isInstanceOf(IllegalArgumentException.class);
            journal.append(1, bytes("one"));
            assertThatThrownBy(() -> journal.whenSynced(journal.endPosition()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void after_a_failed_sync_nothing_is_accepted_and_the_sync_is_not_tried_again() throws Exception {
        Journal journal = open();
        long synced = journal.append(1, bytes("synced"));
        journal.whenSynced(synced).join();
        disk.failForcesAfter(0);
        CompletableFuture<Void> waiting = journal.whenSynced(journal.append(1, bytes("lost")));

        assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(JournalStoppedException.class)
                .hasMessageContaining("input/output error");
        disk.failForcesAfter(Integer.MAX_VALUE);
        int forces = disk.forces();
        assertThatThrownBy(() -> journal.append(1, bytes("after"))).isInstanceOf(JournalStoppedException.class);
        assertThat(journal.failure().orElseThrow()).hasMessageContaining("input/output error");
        assertThat(journal.whenAllSynced()).isCompletedExceptionally();
        assertThat(journal.whenSynced(synced)).isCompleted();
        assertThat(texts(journal)).containsExactly("synced", "lost");

        assertThatThrownBy(journal::close).isInstanceOf(JournalStoppedException.class);
        assertThat(disk.forces()).isEqualTo(forces);
        try (Journal again = reopen(disk)) {
            assertThat(texts(again)).startsWith("synced");
            again.append(1, bytes("again"));
            again.whenAllSynced().join();
        }
    }

    @Test
    void after_a_failed_sync_it_goes_on_in_a_new_file_once_the_disk_takes_what_was_written() throws Exception {
        try (Journal journal = open()) {
            journal.whenSynced(journal.append(1, bytes("synced"))).join();
            disk.failForcesAfter(0);
            CompletableFuture<Void> doubtful = journal.whenSynced(journal.append(1, bytes("doubtful")));
            assertThat(doubtful.handle((_, why) -> why)).succeedsWithin(10, TimeUnit.SECONDS);

            Eventually.until(() -> refusal(journal).isPresent());
            assertThat(refusal(journal).orElseThrow()).hasMessageContaining("input/output error");
            assertThatThrownBy(() -> journal.append(1, bytes("too early"))).isInstanceOf(JournalStoppedException.class);
            disk.failForcesAfter(Integer.MAX_VALUE);
            assertThat(journal.resume()).isTrue();

            assertThat(journal.failure()).isEmpty();
            assertThat(doubtful).isCompletedExceptionally();
            long after = journal.append(1, bytes("after"));
            assertThat(Position.segment(after)).isEqualTo(2);
            journal.whenSynced(after).join();
            for (int seed = 0; seed < 20; seed++) {
                try (Journal left = reopen(disk.afterPowerCut(new Random(seed)))) {
                    assertThat(texts(left)).containsExactly("synced", "doubtful", "after");
                }
            }
        }
        try (Journal again = reopen(disk)) {
            assertThat(texts(again)).containsExactly("synced", "doubtful", "after");
            assertThat(again.nextSequence()).isEqualTo(4);
        }
    }

    @Test
    void a_journal_does_not_go_on_while_a_sync_from_before_is_running() throws Exception {
        try (Journal journal = openAndHoldForces()) {
            CompletableFuture<Void> doubtful = journal.whenSynced(append(journal, "two"));
            Eventually.until(disk::isForceWaiting);
            stopByMemory(journal);
            assertThat(doubtful).isCompletedExceptionally();

            Eventually.until(() -> !journal.resume() && disk.segments().size() == 2);
            for (int i = 0; i < 1000; i++) assertThat(journal.resume()).isFalse();
            disk.releaseForces();
            Eventually.until(journal::resume);
            assertThat(Position.segment(append(journal, "three"))).isEqualTo(2);
            assertThat(texts(journal)).containsExactly("one", "two", "three");
        }
    }

    @Test
    void what_a_failed_append_left_is_no_entry_once_the_journal_goes_on() throws Exception {
        try (Journal journal = open()) {
            journal.whenSynced(append(journal, "one")).join();
            stopByMemory(journal);
            int end = Position.offset(journal.endPosition());
            ByteBuffer left = ByteBuffer.allocate(64);
            new EntryWriter().write(left, 0, 2, 1, bytes("failed"));
            disk.memory(1).asSlice(end, 64).copyFrom(MemorySegment.ofBuffer(left.clear()));

            Eventually.until(journal::resume);
            append(journal, "two");
            try (Journal killed = reopen(disk.afterKill())) {
                assertThat(texts(killed)).containsExactly("one", "two");
            }
        }
    }

    /** Stops the journal: an append fails, and so does access to the memory of the first segment. */
    private void stopByMemory(Journal journal) {
        ByteBuffer gone;
        try (Arena arena = Arena.ofConfined()) {
            gone = arena.allocate(100).asByteBuffer();
        }
        disk.breakMemory(1, new InternalError("a page is gone"));
        assertThatThrownBy(() -> journal.append(1, gone)).isInstanceOf(JournalStoppedException.class);
        disk.repairMemory(1);
    }

    @Test
    void a_journal_that_did_not_stop_has_nothing_to_resume() throws Exception {
        Journal journal = open();
        journal.append(1, bytes("one"));
        assertThat(journal.resume()).isTrue();
        assertThat(journal.segments()).hasSize(1);
        journal.close();
        assertThatThrownBy(journal::resume).isInstanceOf(JournalStoppedException.class);
    }

    private static Optional<IOException> refusal(Journal journal) {
        try {
            journal.resume();
            return Optional.empty();
        } catch (IOException refused) {
            return Optional.of(refused);
        }
    }

    @Test
    void a_first_segment_that_cannot_be_synced_ends_acceptance_too() throws IOException {
        disk.failForcesAfter(0);
        Journal journal = open();
        assertThatThrownBy(() -> journal.append(1, bytes("one"))).isInstanceOf(JournalStoppedException.class);
        assertThatThrownBy(() -> journal.append(1, bytes("one"))).isInstanceOf(JournalStoppedException.class);
        assertThat(journal.failure()).isPresent();
        assertThatThrownBy(journal::close).isInstanceOf(JournalStoppedException.class);

        disk.failForcesAfter(Integer.MAX_VALUE);
        try (Journal again = reopen(disk)) {
            assertThat(again.append(1, bytes("one"))).isEqualTo(Position.of(1, SegmentHeader.BYTES));
        }
    }

    @Test
    void a_journal_whose_first_file_could_not_be_begun_goes_on_once_the_disk_takes_it() throws Exception {
        disk.failForcesAfter(0);
        try (Journal journal = open()) {
            assertThatThrownBy(() -> journal.append(1, bytes("one"))).isInstanceOf(JournalStoppedException.class);
            assertThat(awaitRefusal(journal)).hasMessageContaining("input/output error");
            assertThatThrownBy(() -> journal.append(1, bytes("one"))).isInstanceOf(JournalStoppedException.class);

            disk.failForcesAfter(Integer.MAX_VALUE);
            Eventually.until(
                    () -> refusal(journal).isEmpty() && journal.failure().isEmpty());
            long first = journal.append(1, bytes("after"));
            assertThat(first).isEqualTo(Position.of(1, SegmentHeader.BYTES));
            journal.whenSynced(first).join();
            assertThat(disk.segments()).startsWith(1);
            for (int seed = 0; seed < 20; seed++) {
                try (Journal left = reopen(disk.afterPowerCut(new Random(seed)))) {
                    assertThat(texts(left)).containsExactly("after");
                }
            }
        }
        try (Journal again = reopen(disk)) {
            assertThat(texts(again)).containsExactly("after");
            assertThat(again.nextSequence()).isEqualTo(2);
        }
    }

    @Test
    void a_journal_without_a_file_that_is_closed_meanwhile_does_not_go_on() throws Exception {
        disk.failForcesAfter(0);
        Journal journal = open();
        assertThatThrownBy(() -> journal.prepareFirstSegment(Duration.ofSeconds(10)))
                .isInstanceOf(JournalStoppedException.class);
        assertThatThrownBy(journal::close).isInstanceOf(JournalStoppedException.class);
        assertThatThrownBy(journal::resume).isInstanceOf(JournalStoppedException.class);
    }

    @Test
    void whoever_has_a_journal_go_on_while_it_is_closed_is_told_that_it_is() throws Exception {
        for (int round = 0; round < 100; round++) {
            var failing = new InMemoryDisk();
            failing.failForcesAfter(0);
            Journal journal = reopen(failing);
            assertThatThrownBy(() -> journal.prepareFirstSegment(Duration.ofSeconds(10)))
                    .isInstanceOf(JournalStoppedException.class);
            var tried = new CountDownLatch(1);
            CompletableFuture<Throwable> refusal = CompletableFuture.supplyAsync(() -> lastRefusal(journal, tried));
            tried.await();
            assertThatThrownBy(journal::close).isInstanceOf(JournalStoppedException.class);
            assertThat(refusal)
                    .succeedsWithin(10, TimeUnit.SECONDS)
                    .satisfies(why -> assertThat(why)
                            .isInstanceOf(JournalStoppedException.class)
                            .hasMessage("the journal is closed"));
        }
    }

    /** Tries to resume until the failure is another one than that of the disk. */
    private static Throwable lastRefusal(Journal journal, CountDownLatch tried) {
        while (true) {
            try {
                if (journal.resume()) return new AssertionError("it goes on");
            } catch (JournalStoppedException | RuntimeException ended) {
                return ended;
            } catch (IOException fails) {
                tried.countDown();
            }
        }
    }

    /** Tries to resume until the new file is ready, and returns the failure. */
    private static IOException awaitRefusal(Journal journal) throws Exception {
        List<IOException> refused = new ArrayList<>();
        Eventually.until(() -> {
            refusal(journal).ifPresent(refused::add);
            return !refused.isEmpty();
        });
        return refused.getFirst();
    }

    @Test
    void closing_serves_those_who_wait() throws Exception {
        Journal journal = openAndHoldForces();
        CompletableFuture<Void> waiting = journal.whenSynced(journal.append(1, bytes("two")));
        Eventually.until(disk::isForceWaiting);
        var closing = CompletableFuture.runAsync(() -> close(journal));
        Eventually.until(() -> {
            try {
                journal.append(1, bytes("late"));
                return false;
            } catch (JournalStoppedException closed) {
                return true;
            } catch (IOException failure) {
                throw new AssertionError(failure);
            }
        });
        assertThat(closing).isNotDone();
        disk.releaseForces();

        closing.get(10, TimeUnit.SECONDS);
        assertThat(waiting).isCompleted();
        close(journal);
        assertThatThrownBy(() -> journal.dropBefore(1)).isInstanceOf(JournalStoppedException.class);
    }

    @Test
    void a_journal_that_was_closed_says_that_all_is_synced() throws IOException {
        Journal journal = open();
        append(journal, "one");
        journal.close();
        assertThat(journal.whenAllSynced()).isCompletedWithValue(null);
    }

    @Test
    void closing_while_many_append_keeps_exactly_what_was_accepted() throws Exception {
        for (int round = 0; round < 20; round++) {
            Path at = folder.resolve("round" + round);
            Journal journal = Journal.open(at, SMALL);
            var accepted = new AtomicInteger();
            var started = new CountDownLatch(4);
            List<Thread> threads = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
                int name = writer;
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        for (int i = 0; ; i++) {
                            long position = journal.append(1, Payloads.of(name, i));
                            accepted.incrementAndGet();
                            if (i == 20) started.countDown();
                            if (i % 10 == 0)
                                journal.whenAcknowledgeable(position).join();
                        }
                    } catch (JournalStoppedException closed) {
                        // Expected.
                    } catch (IOException failure) {
                        throw new AssertionError(failure);
                    }
                }));
            }
            assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
            journal.close();
            for (Thread thread : threads) thread.join();

            try (Journal again = Journal.open(at, SMALL)) {
                assertThat(again.recovery().cutBytes()).isZero();
                assertThat(again.nextSequence() - 1).isEqualTo(accepted.get());
                again.verify();
            }
        }
    }

    @Test
    void what_waits_for_a_sync_does_not_close_the_journal() throws Exception {
        try (Journal journal = openAndHoldForces()) {
            var closed = journal.whenSynced(append(journal, "two")).thenRun(() -> close(journal));
            disk.releaseForces();
            assertThatThrownBy(() -> closed.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
            append(journal, "three");
        }
    }

    @Test
    void a_journal_is_opened_once() throws IOException {
        try (Journal journal = Journal.open(folder.resolve("j"), SMALL)) {
            assertThatThrownBy(() -> Journal.open(folder.resolve("j"), SMALL))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("already open");
            journal.append(1, bytes("one"));
        }
        Journal.open(folder.resolve("j"), SMALL).close();
    }

    @Test
    void an_interrupted_thread_appends_and_rolls_and_drops_and_closes_and_stays_interrupted() throws Exception {
        var failure = new CompletableFuture<Void>();
        Thread.ofPlatform().start(() -> {
            Thread.currentThread().interrupt();
            try {
                Journal journal = open();
                fillSegments(journal, 4);
                journal.dropBefore(Position.of(3, 0));
                assertThat(journal.segments()).hasSize(2);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                journal.close();
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                failure.complete(null);
            } catch (IOException | RuntimeException | Error e) {
                failure.completeExceptionally(e);
            }
        });
        failure.get(30, TimeUnit.SECONDS);
    }

    @Test
    void an_interrupted_thread_loses_nothing_in_a_folder() throws Exception {
        Journal journal = Journal.open(folder.resolve("j"), SMALL);
        var failure = new CompletableFuture<Void>();
        Thread.ofPlatform().start(() -> {
            Thread.currentThread().interrupt();
            try {
                fillSegments(journal, 4);
                journal.dropBefore(Position.of(2, 0));
                assertThat(journal.segments()).hasSize(3);
                journal.close();
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                failure.complete(null);
            } catch (IOException | RuntimeException | Error e) {
                failure.completeExceptionally(e);
            }
        });
        failure.get(30, TimeUnit.SECONDS);
        try (Journal again = Journal.open(folder.resolve("j"), SMALL)) {
            assertThat(again.recovery().cutBytes()).isZero();
            again.verify();
        }
    }

    @Test
    void with_an_interval_acknowledgements_do_not_wait_and_the_sync_comes_by_itself() throws Exception {
        var options = new JournalOptions(4096, new SyncPolicy.Interval(Duration.ofMillis(5)));
        try (Journal journal = Journal.open("test", disk, options, CLOCK)) {
            long at = append(journal, "one");
            assertThat(journal.whenAcknowledgeable(at)).isCompleted();
            Eventually.until(() -> journal.syncedPosition() == journal.endPosition());
        }
        assertThatThrownBy(() -> new SyncPolicy.Interval(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SyncPolicy.Interval(Duration.ofDays(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void without_a_policy_only_full_segments_and_those_who_ask_are_synced() throws Exception {
        var options = new JournalOptions(4096, new SyncPolicy.None());
        try (Journal journal = Journal.open("test", disk, options, CLOCK)) {
            long at = append(journal, "one");
            int forces = disk.forces();
            assertThat(journal.whenAcknowledgeable(at)).isCompleted();
            assertThat(disk.forces()).isEqualTo(forces);
            fillSegmentsUnsynced(journal, 2);
            Eventually.until(() -> Position.segment(journal.syncedPosition()) == 2);
            journal.whenSynced(append(journal, "two")).join();
        }
    }

    @Test
    void with_the_always_policy_an_acknowledgement_waits_for_the_sync() throws Exception {
        try (Journal journal = openAndHoldForces()) {
            CompletableFuture<Void> acknowledged = journal.whenAcknowledgeable(append(journal, "one"));
            Eventually.until(disk::isForceWaiting);
            assertThat(acknowledged).isNotDone();
            disk.releaseForces();
            acknowledged.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void syncs_do_not_wait_for_those_who_wait_for_room() throws Exception {
        try (Journal journal = open()) {
            append(journal, "warm");
            journal.whenAllSynced().join();
            disk.blockCreates();
            long before = journal.append(1, ByteBuffer.allocate(1900));
            journal.append(1, ByteBuffer.allocate(1900));
            var waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return journal.append(1, ByteBuffer.allocate(1900));
                } catch (IOException failure) {
                    throw new AssertionError(failure);
                }
            });
            journal.whenSynced(before).get(5, TimeUnit.SECONDS);
            assertThat(journal.endPosition()).isLessThan(Position.of(2, 0));
            assertThat(waiting).isNotDone();
            disk.releaseCreates();
            assertThat(Position.segment(waiting.get(10, TimeUnit.SECONDS))).isEqualTo(2);
        }
    }

    private Journal open() throws IOException {
        return reopen(disk);
    }

    /** Opens the journal with one synced entry. All later syncs are blocked. */
    private Journal openAndHoldForces() throws IOException {
        Journal journal = open();
        append(journal, "one");
        journal.whenAllSynced().join();
        disk.blockForces();
        return journal;
    }

    static Journal reopen(InMemoryDisk disk) throws IOException {
        return Journal.open("test", disk, SMALL, CLOCK);
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(UTF_8));
    }

    static long append(Journal journal, String text) {
        try {
            return journal.append(1, bytes(text));
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    private static void close(Journal journal) {
        try {
            journal.close();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    /** Appends until there are this many segments, and syncs them. */
    static void fillSegments(Journal journal, int segments) throws IOException {
        fillSegmentsUnsynced(journal, segments);
        journal.whenAllSynced().join();
    }

    static void fillSegmentsUnsynced(Journal journal, int segments) throws IOException {
        while (journal.segments().size() < segments) journal.append(1, Payloads.of(0, journal.nextSequence()));
    }

    static List<Long> readAll(Journal journal) throws IOException {
        List<Long> positions = new ArrayList<>();
        try (JournalReader reader = journal.read(Position.START)) {
            while (reader.next()) positions.add(reader.position());
        }
        return positions;
    }

    static List<String> texts(Journal journal) throws IOException {
        List<String> texts = new ArrayList<>();
        try (JournalReader reader = journal.read(Position.START)) {
            while (reader.next()) texts.add(UTF_8.decode(reader.payload()).toString());
        }
        return texts;
    }
}

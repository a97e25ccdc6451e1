package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import vesper.testing.Eventually;

/** A file that was created, but whose header cannot be written: its pages are gone, or memory is exhausted. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class UnusableFileTest {
    private static final int MORE_THAN_A_THIRD = 1500;
    private static final Instant LATER = Instant.parse("2027-01-01T00:00:00Z");

    private final InMemoryDisk disk = new InMemoryDisk();

    static Stream<Error> faults() {
        return Stream.of(new InternalError("a page is gone"), new OutOfMemoryError("no memory"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void no_later_file_stands_behind_one_that_was_never_used(Error fault) throws Exception {
        try (Journal journal = JournalTest.reopen(disk)) {
            List<Integer> written = new ArrayList<>(fillFirstSegment(journal));
            disk.breakMemory(2, fault);
            assertThat(failure(journal)).isNotNull();
            disk.repairMemory(2);

            Eventually.until(journal::resume);
            long after = journal.append(1, entry(written.size()));
            written.add(written.size());
            assertThat(Position.segment(after)).isEqualTo(2);
            journal.whenSynced(after).get(10, TimeUnit.SECONDS);
            assertThat(journal.segments()).extracting(SegmentInfo::number).containsExactly(1, 2);
            assertThat(read(journal)).isEqualTo(written);
            assertThatEachIsFound(disk.afterKill(), written);
            for (int seed = 0; seed < 20; seed++) assertThatEachIsFound(disk.afterPowerCut(new Random(seed)), written);
        }
        assertThatEachIsFound(disk, List.of(0, 1, 2));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void a_journal_that_ends_before_the_file_was_made_anew_is_opened(Error fault) throws Exception {
        Journal journal = JournalTest.reopen(disk);
        List<Integer> written = fillFirstSegment(journal);
        disk.breakMemory(2, fault);
        assertThat(failure(journal)).isNotNull();
        InMemoryDisk killed = disk.afterKill();
        assertThat(killed.segments()).containsExactly(1, 2);
        assertThatEachIsFound(killed, written);
        disk.repairMemory(2);
        Eventually.until(journal::resume);
        journal.close();
        assertThatEachIsFound(disk, written);
    }

    @Test
    void a_journal_that_stopped_and_whose_following_file_cannot_be_used_has_lost_nothing() throws Exception {
        try (Journal journal = JournalTest.reopen(disk)) {
            journal.whenSynced(journal.append(1, entry(0))).join();
            disk.failForcesAfter(0);
            CompletableFuture<Void> doubtful = journal.whenSynced(journal.append(1, entry(1)));
            assertThat(doubtful.handle((_, why) -> why)).succeedsWithin(10, TimeUnit.SECONDS);
            disk.failForcesAfter(Integer.MAX_VALUE);
            disk.breakMemory(2, new InternalError("a page is gone"));
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> Eventually.until(() -> isResumed(journal)))
                        .isInstanceOf(AssertionError.class)
                        .hasRootCauseInstanceOf(InternalError.class)
                        .hasCauseInstanceOf(JournalStoppedException.class);
            }
            disk.repairMemory(2);
            Eventually.until(journal::resume);
            assertThat(Position.segment(journal.append(1, entry(2)))).isEqualTo(2);
            journal.whenAllSynced().join();
            assertThatEachIsFound(disk.afterPowerCut(new Random(1)), List.of(0, 1, 2));
        }
    }

    @Test
    void a_first_file_that_cannot_be_used_is_made_anew() throws Exception {
        disk.breakMemory(1, new OutOfMemoryError("no memory"));
        try (Journal journal = JournalTest.reopen(disk)) {
            assertThatThrownBy(() -> journal.prepareFirstSegment(Duration.ofSeconds(10)))
                    .isInstanceOf(OutOfMemoryError.class);
            disk.repairMemory(1);
            journal.prepareFirstSegment(Duration.ofSeconds(10));
            journal.whenSynced(journal.append(1, entry(0))).join();
            assertThat(disk.segments()).containsExactly(1);
            assertThatEachIsFound(disk.afterPowerCut(new Random(1)), List.of(0));
        }
    }

    @Test
    void one_that_cannot_be_used_when_an_old_file_is_to_end_leaves_that_one_as_it_is() throws Exception {
        try (Journal journal = JournalTest.reopen(disk)) {
            journal.append(1, entry(0));
            disk.breakMemory(2, new OutOfMemoryError("no memory"));
            assertThatThrownBy(() -> Eventually.until(() -> {
                        journal.rollIfCreatedBefore(LATER);
                        return false;
                    }))
                    .isInstanceOf(OutOfMemoryError.class);
            assertThat(Position.segment(journal.append(1, entry(1)))).isEqualTo(1);
            disk.repairMemory(2);
            Eventually.until(() -> {
                journal.rollIfCreatedBefore(LATER);
                return journal.segments().size() == 2;
            });
            journal.whenSynced(journal.append(1, entry(2))).join();
            assertThatEachIsFound(disk.afterPowerCut(new Random(1)), List.of(0, 1, 2));
        }
    }

    /** Fills the first file, so that the next entry needs the second one. */
    private static List<Integer> fillFirstSegment(Journal journal) throws IOException {
        journal.append(1, entry(0));
        journal.append(1, entry(1));
        journal.whenAllSynced().join();
        return List.of(0, 1);
    }

    private static Throwable failure(Journal journal) {
        try {
            journal.append(1, entry(2));
            throw new AssertionError("it was taken");
        } catch (JournalStoppedException | OutOfMemoryError expected) {
            return expected;
        } catch (IOException other) {
            throw new AssertionError(other);
        }
    }

    private static boolean isResumed(Journal journal) {
        try {
            return journal.resume();
        } catch (IOException refused) {
            throw new AssertionError(refused);
        }
    }

    private static void assertThatEachIsFound(InMemoryDisk left, List<Integer> written) throws IOException {
        try (Journal again =
                Journal.open("again", left, new JournalOptions(4096, new SyncPolicy.Always()), Clock.systemUTC())) {
            assertThat(read(again)).isEqualTo(written);
            assertThat(again.nextSequence()).isEqualTo(written.size() + 1);
        }
    }

    private static List<Integer> read(Journal journal) throws IOException {
        List<Integer> read = new ArrayList<>();
        try (JournalReader reader = journal.read(Position.START)) {
            while (reader.next())
                read.add(reader.payload().getInt(reader.payload().position()));
        }
        return read;
    }

    private static ByteBuffer entry(int number) {
        return ByteBuffer.allocate(MORE_THAN_A_THIRD).putInt(0, number);
    }
}

package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

@Timeout(30)
class RollTest {
    private static final Instant BEGIN = Instant.parse("2026-01-31T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(BEGIN, ZoneOffset.UTC);
    private static final JournalOptions OPTIONS = JournalOptions.DEFAULTS;

    @TempDir
    Path folder;

    @Test
    void what_is_in_an_old_file_can_be_dropped_though_it_is_not_full() throws Exception {
        try (Journal journal = Journal.open(folder, OPTIONS, CLOCK);
                JournalReader reader = journal.read(Position.START)) {
            journal.append(1, ByteBuffer.allocate(10));
            journal.rollIfCreatedBefore(BEGIN);
            assertThat(journal.segments()).hasSize(1);

            roll(journal, 2);
            assertThat(reader.next()).isTrue();
            assertThat(reader.next()).isFalse();
            assertThat(Position.segment(reader.nextPosition())).isEqualTo(2);

            journal.whenAllSynced().get(10, TimeUnit.SECONDS);
            journal.dropBefore(reader.nextPosition());
            assertThat(folder.resolve("00000001.journal")).doesNotExist();
            long position = journal.append(1, ByteBuffer.allocate(10));
            assertThat(journal.entry(position).sequence()).isEqualTo(2);
        }
        try (Journal journal = Journal.open(folder, OPTIONS, CLOCK)) {
            assertThat(journal.nextSequence()).isEqualTo(3);
        }
    }

    @Test
    void an_entry_that_belongs_to_another_one_is_not_put_into_a_later_file() throws Exception {
        try (Journal journal = Journal.open(folder, OPTIONS, CLOCK)) {
            long first = journal.append(1, ByteBuffer.allocate(10));
            assertThat(journal.appendInSegment(first, 1, ByteBuffer.allocate(10)))
                    .isTrue();
            roll(journal, 2);
            ByteBuffer payload = ByteBuffer.allocate(10);
            assertThat(journal.appendInSegment(first, 1, payload)).isFalse();
            assertThat(payload.remaining()).isEqualTo(10);
            assertThat(journal.nextSequence()).isEqualTo(3);
        }
    }

    @Test
    void a_file_without_entries_is_as_good_as_a_new_one() throws Exception {
        try (Journal journal = Journal.open(folder, OPTIONS, CLOCK)) {
            journal.rollIfCreatedBefore(BEGIN.plusMillis(1));
            journal.append(1, ByteBuffer.allocate(10));
            roll(journal, 2);
            for (int i = 0; i < 100; i++) journal.rollIfCreatedBefore(BEGIN.plusMillis(1));
            assertThat(journal.segments()).hasSize(2);
            assertThat(Files.exists(folder.resolve("00000003.journal"))).isFalse();
        }
    }

    @Test
    void a_file_that_was_started_at_the_given_time_is_not_old() throws Exception {
        var disk = new InMemoryDisk();
        try (Journal journal = Journal.open("test", disk, OPTIONS, CLOCK)) {
            journal.append(1, ByteBuffer.allocate(10));
            journal.rollIfCreatedBefore(BEGIN);
        }
        assertThat(disk.creates()).as("no second file was requested").isOne();
    }

    /** Repeats the call until the file is there, since no call waits for the disk. */
    private static void roll(Journal journal, int files) throws Exception {
        Eventually.until(() -> {
            if (journal.segments().size() < files) journal.rollIfCreatedBefore(BEGIN.plusMillis(1));
            return journal.segments().size() >= files;
        });
    }
}

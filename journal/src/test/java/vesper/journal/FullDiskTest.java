package vesper.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class FullDiskTest {
    private static final int SEGMENT_BYTES = 64 << 10;
    private static final JournalOptions OPTIONS = new JournalOptions(SEGMENT_BYTES, new SyncPolicy.Always());

    @TempDir
    Path folder;

    private final InMemoryDisk disk = new InMemoryDisk();

    @Test
    void a_full_disk_refuses_and_goes_on_when_there_is_room() throws IOException {
        disk.setCapacity(12 << 10);
        try (Journal journal = JournalTest.reopen(disk)) {
            long written = fill(journal);
            assertThat(journal.segments()).hasSize(3);
            assertThat(journal.failure()).isEmpty();
            assertThat(JournalTest.readAll(journal)).hasSize((int) written);

            disk.setCapacity(24 << 10);
            appendWhenThereIsRoom(journal);
            assertThat(journal.nextSequence()).isEqualTo(written + 2);
        }
        try (Journal journal = JournalTest.reopen(disk)) {
            assertThat(journal.recovery().cutBytes()).isZero();
            journal.verify();
        }
    }

    @Test
    void dropped_segments_make_room() throws IOException {
        disk.setCapacity(12 << 10);
        try (Journal journal = JournalTest.reopen(disk)) {
            for (int round = 0; round < 10; round++) {
                fill(journal);
                journal.dropBefore(journal.endPosition());
                appendWhenThereIsRoom(journal);
            }
            journal.verify();
        }
    }

    @Test
    void a_disk_that_is_full_from_the_start_refuses_and_is_tried_again() throws IOException {
        disk.setCapacity(100);
        try (Journal journal = JournalTest.reopen(disk)) {
            assertThatThrownBy(() -> journal.append(1, JournalTest.bytes("one")))
                    .isInstanceOf(JournalFullException.class)
                    .hasMessageContaining("no space left");
            disk.setCapacity(5000);
            appendWhenThereIsRoom(journal);
            assertThat(journal.nextSequence()).isEqualTo(2);
        }
    }

    @Test
    void a_full_disk_is_not_asked_for_room_more_than_ten_times_a_second() throws IOException {
        disk.setCapacity(4096);
        try (Journal journal = JournalTest.reopen(disk)) {
            int before = disk.creates();
            long begin = System.nanoTime();
            // In the second half of a segment, each append requests the next one.
            for (int i = 0; i < 160; i++) journal.append(1, JournalTest.bytes(""));
            for (int i = 0; i < 1000; i++) {
                assertThatThrownBy(() -> journal.append(1, ByteBuffer.allocate(1000)))
                        .isInstanceOf(JournalFullException.class);
            }
            long tenths = (System.nanoTime() - begin) / 100_000_000;
            assertThat(disk.creates() - before).isLessThanOrEqualTo((int) tenths + 2);
        }
    }

    @Test
    void a_disk_that_hangs_holds_up_only_the_first_who_wants_room() throws IOException {
        var options = new JournalOptions(4096, new SyncPolicy.None(), Duration.ofMillis(500));
        disk.blockCreates();
        try (Journal journal = Journal.open("hanging", disk, options, Clock.systemUTC())) {
            long begin = System.nanoTime();
            for (int i = 0; i < 20; i++) {
                assertThatThrownBy(() -> journal.append(1, JournalTest.bytes("one")))
                        .isInstanceOf(JournalFullException.class)
                        .hasMessageContaining("within 500 ms");
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .isBetween(Duration.ofMillis(500), Duration.ofSeconds(5));
            disk.releaseCreates();
            appendWhenThereIsRoom(journal);
        }
    }

    @Test
    void those_who_meet_a_full_disk_at_once_all_get_told() throws Exception {
        disk.setCapacity(8 << 10);
        try (Journal journal = JournalTest.reopen(disk)) {
            var accepted = new AtomicInteger();
            var refused = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(Thread.ofPlatform().start(() -> {
                    try {
                        while (true) {
                            journal.whenAcknowledgeable(journal.append(1, Payloads.of(0, 1)))
                                    .join();
                            accepted.incrementAndGet();
                        }
                    } catch (JournalFullException full) {
                        refused.incrementAndGet();
                    } catch (IOException failure) {
                        throw new AssertionError(failure);
                    }
                }));
            }
            for (Thread thread : threads) thread.join();
            assertThat(refused).hasValue(4);
            assertThat(JournalTest.readAll(journal)).hasSize(accepted.get());
        }
    }

    @Test
    void a_real_disk_that_is_full_refuses_and_goes_on_when_there_is_room() throws Exception {
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder.toString()), "mounts nothing");
        try {
            Path at = folder.resolve("journal");
            Path ballast = folder.resolve("ballast");
            Files.write(ballast, new byte[128 << 10]);
            long written;
            try (Journal journal = Journal.open(at, OPTIONS)) {
                written = fill(journal);
                assertThat(journal.segments()).hasSizeBetween(5, 6);
                assertThat(FileDiskTest.numbers(at)).hasSameSizeAs(journal.segments());
                assertThat(JournalTest.readAll(journal)).hasSize((int) written);
                journal.verify();
            }
            try (Journal journal = Journal.open(at, OPTIONS)) {
                assertThat(journal.recovery().cutBytes()).isZero();
                assertThat(journal.nextSequence()).isEqualTo(written + 1);
                assertThatThrownBy(() -> fill(journal, 0)).isInstanceOf(JournalFullException.class);

                Files.delete(ballast);
                appendWhenThereIsRoom(journal);
                fill(journal);
                journal.dropBefore(journal.endPosition());
                appendWhenThereIsRoom(journal);
                journal.verify();
            }
        } finally {
            assertThat(run("umount", folder.toString())).isTrue();
        }
    }

    /** @return number of entries once the disk is full */
    private static long fill(Journal journal) throws IOException {
        assertThatThrownBy(() -> fill(journal, 0))
                .isInstanceOf(JournalFullException.class)
                .hasMessageMatching("(?s).*(?i)no space left.*");
        return journal.nextSequence() - 1;
    }

    private static void fill(Journal journal, int writer) throws IOException {
        while (true) {
            journal.whenAcknowledgeable(journal.append(1, Payloads.of(writer, journal.nextSequence())))
                    .join();
        }
    }

    private static void appendWhenThereIsRoom(Journal journal) {
        Eventually.until(() -> {
            try {
                journal.whenAcknowledgeable(journal.append(1, Payloads.of(0, 1, 1000)))
                        .join();
                return true;
            } catch (JournalFullException stillFull) {
                return false;
            } catch (IOException failure) {
                throw new AssertionError(failure);
            }
        });
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }
}

package vesper.records.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.records.capture.Exchanges;
import vesper.records.store.RecordStoreTest.Writer;
import vesper.testing.Eventually;

/** The time for which records stay on the disk when few are written. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RetentionTest {
    private static final Duration RETENTION = Duration.ofDays(2);
    private static final StoreOptions TWO_DAYS = new StoreOptions(1 << 20, RETENTION, 1L << 30, 1, 1L << 30);
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final AtomicLong millis = new AtomicLong(Exchanges.timeOf(0));
    private final Clock clock = ((InstantSource) () -> Instant.ofEpochMilli(millis.get())).withZone(ZoneOffset.UTC);

    @Test
    void a_few_rows_are_sealed_when_they_have_waited_long_enough() throws Exception {
        try (RecordStore store = open()) {
            write(store, 0, 10);
            goOn(TWO_DAYS.sealingTime().minusMinutes(1));
            write(store, 10, 1);
            assertThat(sealedBlocks()).isZero();
            goOn(Duration.ofMinutes(1));
            Eventually.until(() -> sealedBlocks() == 1);
            assertThat(RecordStoreTest.count(store, "word7")).isEqualTo(1);
            assertThat(RecordStoreTest.count(store, "")).isEqualTo(11);
        }
        try (RecordStore store = open()) {
            assertThat(RecordStoreTest.count(store, "")).isEqualTo(11);
        }
    }

    @Test
    void nothing_is_left_of_a_few_rows_when_their_time_is_over_and_a_sixteenth_of_it() throws Exception {
        try (RecordStore store = open()) {
            write(store, 0, 10);
            goOn(store, RETENTION.minusMinutes(1));
            assertThat(RecordStoreTest.count(store, "")).isEqualTo(10);
            goOn(store, RETENTION.dividedBy(16));
            Eventually.until(() -> RecordStoreTest.count(store, "") == 0);
            Eventually.until(() -> filesWith("word7").isEmpty());
            write(store, Math.toIntExact(clock.millis() - Exchanges.timeOf(0)), 1);
            assertThat(RecordStoreTest.count(store, "")).isEqualTo(1);
        }
        for (int start = 0; start < 2; start++) {
            try (RecordStore store = open()) {
                assertThat(RecordStoreTest.count(store, "")).isEqualTo(1);
            }
        }
    }

    @Test
    void rows_whose_time_is_over_are_not_taken_up_again_at_a_start() throws Exception {
        try (RecordStore store = open()) {
            write(store, 0, 10_000);
        }
        Path journal = folder.resolve("journal-1");
        RecordStoreTest.copy(journal, folder.resolve("older"));
        goOn(RETENTION.plusDays(10));
        try (RecordStore store = open()) {
            Eventually.until(() -> RecordStoreTest.count(store, "") == 0);
        }
        // Restore the journal, as if the process had ended before the journal dropped its segment.
        Files.copy(journal.resolve("source"), folder.resolve("older/source"));
        RecordStoreTest.copy(folder.resolve("older"), journal);
        try (RecordStore store = open()) {
            assertThat(RecordStoreTest.count(store, "")).isZero();
            assertThat(store.awaitTakenUp(LONG)).isTrue();
            assertThat(RecordStoreTest.count(store, "")).isZero();
        }
    }

    @Test
    void rows_that_are_old_when_they_come_do_not_become_a_block_each() throws Exception {
        try (RecordStore store = open()) {
            goOn(Duration.ofDays(1));
            for (int n = 0; n < 50; n++) write(store, n, 1);
            assertThat(RecordStoreTest.count(store, "")).isEqualTo(50);
            assertThat(sealedBlocks()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void a_search_reads_on_in_blocks_that_are_deleted_meanwhile() throws Exception {
        try (RecordStore store = open()) {
            write(store, 0, 10);
            goOn(TWO_DAYS.sealingTime());
            Eventually.until(() -> sealedBlocks() == 1);
            try (StoreRead rows = store.read(Long.MIN_VALUE, Long.MAX_VALUE)) {
                goOn(RETENTION.multipliedBy(2));
                Eventually.until(() -> Files.notExists(blocks()));
                int found = 0;
                for (var batch = rows.next(); batch != null; batch = rows.next()) found += batch.records();
                assertThat(found).isEqualTo(10);
            }
        }
    }

    private RecordStore open() throws IOException {
        return RecordStore.open(folder, 1, TWO_DAYS, clock, () -> false);
    }

    private static void write(RecordStore store, int from, int count) throws InterruptedException {
        Writer writer = new Writer(store, 1);
        for (int n = from; n < from + count; n++) writer.echo(n);
        assertThat(store.awaitTakenUp(LONG)).isTrue();
    }

    /**
     * Advances the clock in steps of at most an hour. The store runs its checks after each of them, as on an idle
     * server.
     */
    private void goOn(RecordStore store, Duration duration) throws Exception {
        Duration step = Duration.ofHours(1);
        for (Duration gone = Duration.ZERO; gone.compareTo(duration) < 0; gone = gone.plus(step)) {
            goOn(step.compareTo(duration.minus(gone)) < 0 ? step : duration.minus(gone));
            long now = clock.millis();
            Eventually.until(() -> store.caughtUpAtMillis() >= now);
        }
    }

    private Path blocks() {
        return folder.resolve("blocks/00000001.blocks");
    }

    private int sealedBlocks() throws IOException {
        if (Files.notExists(blocks())) return 0;
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(blocks()));
        int blocks = 0;
        for (int at = 0; at + Frame.BYTES < all.limit(); at++) if (Frame.read(all, at) != null) blocks++;
        return blocks;
    }

    private List<Path> filesWith(String text) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Files.isRegularFile(file) && holds(file, text))
                    .toList();
        }
    }

    private static boolean holds(Path file, String text) {
        try {
            return Files.readString(file, ISO_8859_1).contains(text);
        } catch (IOException _) {
            // The file is deleted while it is read.
            return true;
        }
    }

    private void goOn(Duration duration) {
        millis.addAndGet(duration.toMillis());
    }
}

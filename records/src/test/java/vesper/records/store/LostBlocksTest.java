package vesper.records.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.records.capture.Exchanges;
import vesper.records.search.Query;
import vesper.records.search.Search;
import vesper.records.search.SearchBounds;
import vesper.records.search.SearchResult;
import vesper.records.store.RecordStoreTest.Writer;
import vesper.testing.Eventually;

/** Starts with block files that are shorter, older or different from those the last run left. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LostBlocksTest {
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(Exchanges.timeOf(0)), ZoneOffset.UTC);
    /** Small segments, so that sealed rows soon leave the journal. */
    private static final StoreOptions SHORT_JOURNALS =
            new StoreOptions(128 << 10, Duration.ofDays(36_500), 1L << 30, 1, 1L << 30);
    /** Segments so large that the journal still holds all rows. */
    private static final StoreOptions LONG_JOURNALS =
            new StoreOptions(8 << 20, Duration.ofDays(36_500), 1L << 30, 1, 1L << 30);

    private static final int ROWS = 20_000;
    private static final String LET_GO = "the journal has let go of it";

    @TempDir
    Path folder;

    @Test
    void what_is_cut_off_at_the_end_of_a_block_is_named_where_the_journal_has_it_no_more() throws Exception {
        write(SHORT_JOURNALS, 0, ROWS);
        List<Frame> frames = frames(1);
        assertThat(frames).hasSizeGreaterThan(3);
        cutBehind(1, 1);

        for (int start = 1; start <= 3; start++) {
            try (RecordStore store = open(SHORT_JOURNALS)) {
                Found found = found(store);
                assertThat(found.rows).as("start %d", start).isBetween(4096L, ROWS + 200L - 1);
                assertThat(found.result.damaged()).as("start %d", start).hasSize(1);
                assertThat(store.status().trouble()).contains("records are lost");
                // These blocks reveal the gap from the second start on.
                new Writer(store, 1).echo(ROWS + start);
                assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            }
        }
    }

    @Test
    void what_is_cut_off_is_named_with_journal_and_positions() throws Exception {
        write(SHORT_JOURNALS, 0, ROWS);
        cutBehind(1, 1);
        try (RecordStore store = open(SHORT_JOURNALS)) {
            assertThat(store.status().trouble())
                    .containsPattern(
                            "journal-1: what was sealed from \\d{8}\\.journal at byte \\d+ to \\d{8}\\.journal at byte 40 is in")
                    .contains(LET_GO);
        }
    }

    @Test
    void what_is_cut_off_is_sealed_again_where_the_journal_has_it() throws Exception {
        write(LONG_JOURNALS, 0, ROWS);
        cutBehind(1, 1);
        for (int start = 1; start <= 2; start++) {
            try (RecordStore store = open(LONG_JOURNALS)) {
                assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
                Found found = found(store);
                assertThat(found.rows).isEqualTo(ROWS);
                assertThat(found.result.isComplete()).isTrue();
                assertThat(store.status().trouble()).isEmpty();
            }
        }
    }

    @Test
    void a_file_of_blocks_that_was_deleted_is_named() throws Exception {
        write(SHORT_JOURNALS, 0, ROWS);
        Files.delete(blocks(1));
        try (RecordStore store = open(SHORT_JOURNALS)) {
            assertThat(store.status().trouble()).contains("records are lost", LET_GO);
            assertThat(found(store).result.isComplete()).isFalse();
        }
    }

    @Test
    void the_first_files_of_many_that_were_deleted_are_named() throws Exception {
        threeFiles();
        for (int gone = 1; gone <= 2; gone++) {
            Files.delete(blocks(gone));
            Files.delete(folder.resolve("blocks/0000000" + gone + ".index"));
            for (int start = 1; start <= 2; start++) {
                try (RecordStore store = open(SHORT_JOURNALS)) {
                    assertThat(store.status().trouble())
                            .as("%d gone, start %d", gone, start)
                            .contains("records are lost: 0000000" + (gone + 1) + ".blocks", "was expected to go on at");
                    assertThat(found(store).result.isComplete()).isFalse();
                }
            }
        }
    }

    @Test
    void a_file_whose_beginning_is_damaged_gives_all_blocks_that_are_whole() throws Exception {
        threeFiles();
        int first = frames(1).size();
        assertThat(first).isGreaterThan(1);
        zeros(blocks(1), 0, 8 + Frame.BYTES);
        try (RecordStore store = open(SHORT_JOURNALS)) {
            // The index still holds the frame, so the file is rebuilt.
            assertThat(found(store).rows).isEqualTo(3L * ROWS);
            Eventually.until(() -> store.status().filesToRebuild() == 0);
            assertThat(found(store).rows).isEqualTo(3L * ROWS);
            assertThat(store.status().trouble()).isEmpty();
        }
        assertThat(frames(1)).hasSize(first);
        zeros(blocks(1), 0, 2 * Frame.BYTES);
        for (int start = 1; start <= 2; start++) {
            try (RecordStore store = open(SHORT_JOURNALS)) {
                assertThat(store.status().trouble())
                        .contains("00000001.blocks: no block at byte 8, what is before byte ");
                assertThat(found(store).rows).isLessThan(3L * ROWS).isGreaterThanOrEqualTo(3L * ROWS - 4096);
            }
        }
    }

    private void threeFiles() throws Exception {
        for (int file = 0; file < 3; file++) {
            write(SHORT_JOURNALS, file * ROWS, ROWS);
            try (RecordStore store = open(SHORT_JOURNALS)) {
                store.rebuild();
                Eventually.until(() -> store.status().filesToRebuild() == 0);
            }
        }
        assertThat(blocks(3)).exists();
    }

    @Test
    void a_first_block_whose_frame_is_lost_is_made_anew_or_named() throws Exception {
        write(LONG_JOURNALS, 0, ROWS);
        Path older = Files.copy(blocks(1), folder.resolve("older"));
        zeros(blocks(1), 8, Frame.BYTES);
        try (RecordStore store = open(LONG_JOURNALS)) {
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            assertThat(found(store).rows).isEqualTo(ROWS);
            assertThat(store.status().trouble()).isEmpty();
        }
        assertThat(Files.size(older)).isPositive();
    }

    @Test
    void a_first_block_that_is_gone_without_a_trace_is_named_with_what_was_expected_and_found() throws Exception {
        write(SHORT_JOURNALS, 0, ROWS);
        Frame second = frames(1).get(1);
        takeOutFirst(1);
        for (int start = 1; start <= 2; start++) {
            try (RecordStore store = open(SHORT_JOURNALS)) {
                assertThat(store.status().trouble())
                        .contains("00000001.blocks: the block at byte 40 of journal number " + second.source())
                        .contains("was expected to go on at 00000000.journal at byte 0, and begins at ");
                assertThat(found(store).result.damaged()).hasSize(1);
            }
        }
    }

    @Test
    void what_retention_deleted_is_not_missed() throws Exception {
        write(SHORT_JOURNALS, 0, ROWS);
        StoreOptions little = new StoreOptions(128 << 10, Duration.ofDays(36_500), 1, 1, 1L << 30);
        // Existing files are deleted when a new one is started.
        for (int start = 1; start <= 3; start++) {
            Clock later = Clock.offset(CLOCK, Duration.ofDays(40L * start));
            try (RecordStore store = RecordStore.open(folder, 1, little, later, () -> false)) {
                assertThat(store.status().trouble()).isEmpty();
                Writer writer = new Writer(store, 1);
                int day = Math.toIntExact(Duration.ofDays(20).toMillis());
                for (int n = 0; n < 5000; n++) writer.echo(day * start + n);
                assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
                assertThat(store.status().trouble()).isEmpty();
            }
        }
        try (RecordStore store = open(SHORT_JOURNALS)) {
            assertThat(found(store).result.isComplete()).isTrue();
            assertThat(store.status().trouble()).isEmpty();
        }
    }

    @Test
    void a_torn_end_of_a_file_that_is_full_is_named_although_its_index_fits() throws Exception {
        write(SHORT_JOURNALS, 0, ROWS);
        beginNextFile(SHORT_JOURNALS);
        assertThat(folder.resolve("blocks/00000001.index")).exists();
        int size = Math.toIntExact(Files.size(blocks(1)));
        zeros(blocks(1), size - 300, 300);
        for (int start = 1; start <= 2; start++) {
            try (RecordStore store = open(SHORT_JOURNALS)) {
                assertThat(store.status().trouble())
                        .contains("a block is damaged: 00000001.blocks: block at byte ")
                        .contains("expected crc");
                assertThat(found(store).rows).isGreaterThanOrEqualTo(ROWS - 4096L);
            }
        }
    }

    @Test
    void a_torn_block_of_a_file_that_is_full_is_sealed_again_where_the_journal_has_it() throws Exception {
        write(LONG_JOURNALS, 0, ROWS);
        beginNextFile(LONG_JOURNALS);
        int size = Math.toIntExact(Files.size(blocks(1)));
        zeros(blocks(1), size - 300, 300);
        for (int start = 1; start <= 2; start++) {
            try (RecordStore store = open(LONG_JOURNALS)) {
                Eventually.until(() -> store.status().filesToRebuild() == 0
                        && store.status().trouble().isEmpty());
                Found found = found(store);
                assertThat(found.rows).as("start %d", start).isEqualTo(ROWS);
                assertThat(found.result.isComplete()).isTrue();
            }
        }
    }

    @Test
    void the_journal_keeps_what_a_torn_block_is_made_of_until_it_is_made() throws Exception {
        write(LONG_JOURNALS, 0, ROWS);
        beginNextFile(LONG_JOURNALS);
        Path first = folder.resolve("journal-1/00000001.journal");
        try (RecordStore store = openWhileTimePasses(Duration.ofDays(2), Duration.ofSeconds(1))) {
            // Then only the torn block still needs the first segment.
            Eventually.until("the second is begun", () -> isBegun(folder.resolve("journal-1/00000002.journal")));
            assertThat(found(store).rows).isEqualTo(ROWS);
        }
        assertThat(first).exists();
        int size = Math.toIntExact(Files.size(blocks(1)));
        zeros(blocks(1), size - 300, 300);
        try (RecordStore store = openWhileTimePasses(Duration.ofDays(4), Duration.ofMinutes(1))) {
            Eventually.until(() -> store.status().filesToRebuild() == 0
                    && store.status().trouble().isEmpty());
            assertThat(found(store).rows).isEqualTo(ROWS);
            assertThat(found(store).result.isComplete()).isTrue();
            Eventually.until("the first goes", () -> Files.notExists(first));
        }
    }

    /** Checks for a segment with content; one that is only preallocated holds zeros. */
    private static boolean isBegun(Path journalFile) throws IOException {
        if (Files.notExists(journalFile)) return false;
        try (InputStream in = Files.newInputStream(journalFile)) {
            return in.read() > 0;
        }
    }

    private void beginNextFile(StoreOptions options) throws Exception {
        try (RecordStore store = open(options)) {
            store.rebuild();
            Eventually.until(() -> store.status().filesToRebuild() == 0);
        }
        // Rebuilding finished the current file and wrote its index.
        try (RecordStore store = open(options)) {
            assertThat(found(store).rows).isEqualTo(ROWS);
        }
    }

    private record Found(SearchResult result, long rows) {}

    private static Found found(RecordStore store) throws Exception {
        Search search = Search.of(Query.ALL).limit(0).total();
        try (StoreRead rows = store.read(Long.MIN_VALUE, Long.MAX_VALUE)) {
            SearchResult result = search.run(rows, _ -> {}, SearchBounds.within(Duration.ofSeconds(20)));
            return new Found(result, result.total().orElseThrow());
        }
    }

    private RecordStore open(StoreOptions options) throws IOException {
        return RecordStore.open(folder, 1, options, CLOCK, () -> false);
    }

    /**
     * Opens a store with a clock that advances.
     *
     * @param step time that passes with each reading of the clock
     */
    private RecordStore openWhileTimePasses(Duration later, Duration step) throws IOException {
        Clock passing = new PassingClock(CLOCK.instant().plus(later), step);
        return RecordStore.open(folder, 1, LONG_JOURNALS, passing, () -> false);
    }

    private static final class PassingClock extends Clock {
        private final Instant begun;
        private final Duration step;
        private final AtomicLong looks = new AtomicLong();

        PassingClock(Instant begun, Duration step) {
            this.begun = begun;
            this.step = step;
        }

        @Override
        public Instant instant() {
            return begun.plus(step.multipliedBy(looks.incrementAndGet()));
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new IllegalStateException("asked of by nobody");
        }
    }

    private void write(StoreOptions options, int from, int count) throws Exception {
        try (RecordStore store = open(options)) {
            Writer writer = new Writer(store, 1);
            for (int n = from; n < from + count; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            if (options == LONG_JOURNALS) return;
            Eventually.until(() -> Files.notExists(folder.resolve("journal-1/00000005.journal")));
        }
    }

    private Path blocks(int number) {
        return folder.resolve("blocks/0000000" + number + ".blocks");
    }

    private List<Frame> frames(int number) throws IOException {
        List<Frame> frames = new ArrayList<>();
        BlockFile.open(folder.resolve("blocks"), number).scan((frame, _) -> frames.add(frame));
        return frames;
    }

    /** Cuts a file after this number of whole blocks. */
    private void cutBehind(int number, int blocks) throws IOException {
        int end = 8;
        for (Frame frame : frames(number).subList(0, blocks)) end += Frame.BYTES + frame.blockBytes();
        try (FileChannel channel = FileChannel.open(blocks(number), StandardOpenOption.WRITE)) {
            channel.truncate(end);
        }
    }

    private void takeOutFirst(int number) throws IOException {
        byte[] whole = Files.readAllBytes(blocks(number));
        int second = 8 + Frame.BYTES + frames(number).getFirst().blockBytes();
        ByteBuffer left = ByteBuffer.allocate(8 + whole.length - second);
        left.put(whole, 0, 8).put(whole, second, whole.length - second);
        Files.write(blocks(number), left.array());
    }

    private static void zeros(Path file, int from, int count) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(count), from);
        }
    }

    @Test
    void nothing_is_missed_where_nothing_was_done() throws Exception {
        write(SHORT_JOURNALS, 0, ROWS);
        for (int start = 1; start <= 2; start++) {
            try (RecordStore store = open(SHORT_JOURNALS)) {
                assertThat(store.status().trouble()).isEmpty();
                assertThat(found(store).rows).isEqualTo(ROWS);
            }
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("blocks", "journal-0", "journal-1");
        }
    }
}

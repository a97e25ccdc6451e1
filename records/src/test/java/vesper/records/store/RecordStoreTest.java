package vesper.records.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.ExchangeListener;
import vesper.records.blocks.Batch;
import vesper.records.capture.Capture;
import vesper.records.capture.Exchanges;
import vesper.records.capture.Routes;
import vesper.records.search.Query;
import vesper.records.search.Search;
import vesper.records.search.SearchBounds;
import vesper.records.search.SearchResult;
import vesper.testing.Eventually;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordStoreTest {
    private static final int SEGMENT_BYTES = 1 << 20;

    private static final StoreOptions SMALL =
            new StoreOptions(SEGMENT_BYTES, Duration.ofDays(36_500), 1L << 30, 1, 1L << 30);
    /** Small segments, so that sealed rows soon leave the journal. */
    private static final StoreOptions SHORT_JOURNALS =
            new StoreOptions(128 << 10, Duration.ofDays(36_500), 1L << 30, 1, 1L << 30);

    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(Exchanges.timeOf(0)), ZoneOffset.UTC);

    /** Sealing uses a hundredth of a processor while requests are in flight. */
    private static final StoreOptions SLOW =
            new StoreOptions(SEGMENT_BYTES, Duration.ofDays(36_500), 1L << 30, 0.01, 1L << 30);

    @TempDir
    Path folder;

    @Test
    void a_row_is_found_the_moment_it_is_written_and_exactly_once_whatever_is_sealed() throws Exception {
        try (RecordStore store = open(2)) {
            Writer writer = new Writer(store, 2);
            for (int n = 0; n < 20_000; n++) {
                writer.echo(n);
                if (n % 1999 == 0)
                    assertThat(found(store, "word" + n)).as("%d", n).containsExactly(n);
            }
            assertThat(count(store, "")).isEqualTo(20_000);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            assertThat(store.status().pending()).isZero();
            assertThat(store.status().lagMillis()).isZero();
            assertThat(store.status().blockBytes()).isPositive();
            for (int n = 0; n < 20_000; n += 1111)
                assertThat(found(store, "word" + n)).containsExactly(n);
            assertThat(count(store, "")).isEqualTo(20_000);
        }
    }

    @Test
    void everything_is_there_after_the_store_was_opened_again_with_more_loops_or_with_fewer() throws Exception {
        int written = 0;
        for (int loops : new int[] {2, 3, 1}) {
            try (RecordStore store = open(loops)) {
                assertThat(count(store, "")).isEqualTo(written);
                Writer writer = new Writer(store, loops);
                for (int i = 0; i < 6000; i++) writer.echo(written++);
                assertThat(count(store, "")).isEqualTo(written);
            }
        }
        try (RecordStore store = open(1)) {
            assertThat(count(store, "")).isEqualTo(written);
            assertThat(found(store, "word7")).containsExactly(7);
            assertThat(found(store, "word6007")).containsExactly(6007);
        }
    }

    @Test
    void a_file_of_blocks_that_ends_anywhere_is_made_whole_again_from_the_journal() throws Exception {
        try (RecordStore store = open(1)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 5000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
        }
        Path blocks = folder.resolve("blocks/00000001.blocks");
        byte[] whole = Files.readAllBytes(blocks);
        for (int length : new int[] {0, 3, 8, 9, 30, 41, whole.length / 2, whole.length - 1}) {
            Files.write(blocks, Arrays.copyOf(whole, length));
            try (RecordStore store = open(1)) {
                assertThat(count(store, "")).as("cut at %d", length).isEqualTo(5000);
                assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
                assertThat(count(store, "")).as("cut at %d", length).isEqualTo(5000);
                assertThat(found(store, "word4321")).containsExactly(4321);
            }
        }
    }

    @Test
    void a_damaged_block_is_said_to_be_and_the_others_are_found() throws Exception {
        try (RecordStore store = open(1, SHORT_JOURNALS)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 9000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
        }
        Path blocks = folder.resolve("blocks/00000001.blocks");
        // After the first block's header, in all sections that a search for a word reads.
        for (int at = 2000; at < 8000; at += 50) Damage.flip(blocks, at);
        try (RecordStore store = open(1, SHORT_JOURNALS)) {
            List<Integer> numbers = new ArrayList<>();
            SearchResult result = search(store, "text", numbers);
            assertThat(result.isComplete()).isFalse();
            assertThat(result.damaged()).singleElement().asString().contains("expected crc");
            assertThat(numbers).hasSizeBetween(4000, 8999).doesNotHaveDuplicates();
        }
    }

    @Test
    void blocks_are_made_anew_while_the_old_ones_answer() throws Exception {
        try (RecordStore store = open(1, SHORT_JOURNALS)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 20_000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            Object before =
                    Files.readAttributes(blocks(1), BasicFileAttributes.class).fileKey();
            try (StoreRead old = store.read(Long.MIN_VALUE, Long.MAX_VALUE)) {
                store.rebuild();
                assertThat(store.status().filesToRebuild()).isPositive();
                int written = 20_000;
                while (store.status().filesToRebuild() > 0) {
                    writer.echo(written++);
                    assertThat(found(store, "word17")).containsExactly(17);
                    assertThat(count(store, "")).isEqualTo(written);
                }
                int rows = 0;
                for (Batch batch = old.next(); batch != null; batch = old.next()) rows += batch.records();
                assertThat(rows).as("of a reading that began before").isBetween(20_000, written);
            }
            assertThat(Files.readAttributes(blocks(1), BasicFileAttributes.class)
                            .fileKey())
                    .isNotEqualTo(before);
        }
        try (RecordStore store = open(1, SHORT_JOURNALS)) {
            for (int n = 0; n < 20_000; n += 1111)
                assertThat(found(store, "word" + n)).containsExactly(n);
        }
    }

    @Test
    void a_damaged_block_is_made_anew_from_the_journal_where_that_has_its_rows() throws Exception {
        try (RecordStore store = open(1)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 5000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            Damage.flip(blocks(1), 3000);
            assertThat(search(store, "text", new ArrayList<>()).isComplete()).isFalse();
            store.rebuild();
            Eventually.until(() -> store.status().filesToRebuild() == 0);
            assertThat(count(store, "text")).isEqualTo(5000);
            assertThat(found(store, "word4321")).containsExactly(4321);
        }
    }

    @Test
    void making_anew_that_a_disk_or_an_end_broke_off_leaves_the_old_blocks() throws Exception {
        try (RecordStore store = open(1)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 5000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
        }
        // The state after a process ended while it was writing.
        Path begun = Files.write(folder.resolve("blocks/00000001.blocks.anew"), new byte[100]);
        try (RecordStore store = open(1)) {
            assertThat(begun).doesNotExist();
            assertThat(count(store, "")).isEqualTo(5000);
            // A folder that cannot be deleted blocks the path.
            Files.createDirectories(begun.resolve("in-the-way"));
            store.rebuild();
            Eventually.until(() -> store.status().filesToRebuild() == 0);
            assertThat(count(store, "")).isEqualTo(5000);
            Files.delete(begun.resolve("in-the-way"));
            Files.delete(begun);
        }
    }

    private Path blocks(int number) {
        return folder.resolve("blocks/0000000" + number + ".blocks");
    }

    @Test
    void what_is_too_old_or_too_much_goes_with_its_file_and_the_newest_stays() throws Exception {
        try (RecordStore store = open(1)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 5000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
        }
        Clock later = Clock.offset(CLOCK, Duration.ofDays(20));
        StoreOptions tenDays = new StoreOptions(SEGMENT_BYTES, Duration.ofDays(10), 1L << 30, 1, 1L << 30);
        try (RecordStore store = RecordStore.open(folder, 1, tenDays, later, () -> false)) {
            Writer writer = new Writer(store, 1);
            int today = Math.toIntExact(Duration.ofDays(20).toMillis());
            for (int n = 0; n < 5000; n++) writer.echo(today + n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            Eventually.until(() -> Files.notExists(folder.resolve("blocks/00000001.blocks")));
            assertThat(found(store, "word" + (today + 4999))).containsExactly(today + 4999);
            assertThat(count(store, "word17")).isZero();
        }
    }

    @Test
    void a_damaged_journal_is_put_aside_and_the_rest_is_served() throws Exception {
        try (RecordStore store = open(1)) {
            new Writer(store, 1).echo(1);
        }
        Damage.flip(folder.resolve("journal-1/00000001.journal"), 20);
        try (RecordStore store = open(1)) {
            assertThat(count(store, "")).isZero();
            new Writer(store, 1).echo(2);
            assertThat(found(store, "word2")).containsExactly(2);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .anyMatch(name -> name.startsWith("journal-1-damaged-"));
        }
    }

    @Test
    void rows_of_a_fresh_journal_are_found_and_sealed_whatever_was_sealed_of_the_damaged_one() throws Exception {
        try (RecordStore store = open(1)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 5000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
        }
        Damage.flip(folder.resolve("journal-1/00000001.journal"), 20);
        long sealed = 0;
        for (int round = 0; round < 2; round++) {
            try (RecordStore store = open(1)) {
                if (round == 0) sealed = count(store, "");
                assertThat(sealed).isBetween(1000L, 4999L);
                Writer writer = new Writer(store, 1);
                for (int n = 0; n < 5000; n++) writer.echo(10_000 + round * 5000 + n);
                assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
                assertThat(found(store, "word10017")).containsExactly(10_017);
                assertThat(count(store, "")).isEqualTo(sealed + (round + 1) * 5000);
            }
        }
    }

    @Test
    void blocks_that_had_not_reached_the_disk_are_made_anew() throws Exception {
        try (RecordStore store = open(2)) {
            Writer writer = new Writer(store, 2);
            for (int n = 0; n < 10_000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
        }
        Path blocks = folder.resolve("blocks/00000001.blocks");
        byte[] whole = Files.readAllBytes(blocks);
        for (int from : new int[] {3000, whole.length / 2, whole.length - 100}) {
            byte[] torn = whole.clone();
            // A page of zeros. File systems leave such a page if they stored the length but not the content.
            Arrays.fill(torn, from, Math.min(torn.length, from + 4096), (byte) 0);
            Files.write(blocks, torn);
            try (RecordStore store = open(2)) {
                assertThat(count(store, "")).as("torn at %d", from).isEqualTo(10_000);
                assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
                assertThat(count(store, "number")).as("torn at %d", from).isEqualTo(10_000);
            }
        }
    }

    @Test
    void damage_in_one_journal_keeps_nobody_from_sealing_the_others() throws Exception {
        Path spoiled = folder.resolve("journal-1");
        try (RecordStore store = RecordStore.open(folder, 2, SLOW, CLOCK, () -> true)) {
            Writer writer = new Writer(store, 2);
            for (int n = 0; n < 24_000; n++) writer.echo(n);
        }
        // In a full, closed segment, which is not read at startup.
        Damage.flip(spoiled.resolve("00000001.journal"), 700_000);
        try (RecordStore store = open(2)) {
            Writer writer = new Writer(store, 2);
            for (int n = 24_000; n < 25_000; n++) writer.echo(n);
            Eventually.until(() -> store.status().pending() == 0);
            assertThat(store.status().trouble()).isEmpty();
            assertThat(found(store, "word23999")).containsExactly(23_999);
            assertThat(found(store, "word1")).containsExactly(1);
        }
    }

    @Test
    void a_flipped_bit_between_two_blocks_costs_one_of_them() throws Exception {
        try (RecordStore store = open(1, SHORT_JOURNALS)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 13_000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
            // Otherwise the block would be rebuilt from the journal.
            Eventually.until(() -> Files.notExists(folder.resolve("journal-1/00000001.journal")));
        }
        Damage.flip(folder.resolve("blocks/00000001.blocks"), 9);
        for (int start = 1; start <= 2; start++) {
            try (RecordStore store = open(1, SHORT_JOURNALS)) {
                for (int n : new int[] {5000, 12_999}) {
                    List<Integer> numbers = new ArrayList<>();
                    SearchResult result = search(store, "word" + n, numbers);
                    assertThat(result.damaged()).singleElement().asString().contains("00000001.blocks", "no block");
                    assertThat(numbers).containsExactly(n);
                }
                List<Integer> all = new ArrayList<>();
                search(store, "body.number:>=4096", all);
                assertThat(all).hasSizeGreaterThanOrEqualTo(13_000 - 2 * 4096).doesNotHaveDuplicates();
                assertThat(store.status().trouble()).contains("records are lost");
            }
        }
    }

    @Test
    void a_journal_that_lost_what_was_sealed_goes_on_and_every_row_is_found_once() throws Exception {
        Path journal = folder.resolve("journal-1");
        Path older = folder.resolve("older");
        try (RecordStore store = open(1)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 1000; n++) writer.echo(n);
        }
        copy(journal, older);
        try (RecordStore store = open(1)) {
            Writer writer = new Writer(store, 1);
            for (int n = 1000; n < 4096; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
        }
        copy(older, journal);
        long sealed = 0;
        for (int round = 1; round <= 2; round++) {
            try (RecordStore store = open(1)) {
                if (round == 1) sealed = count(store, "");
                assertThat(sealed).isBetween(1001L, 4096L);
                Writer writer = new Writer(store, 1);
                for (int n = 0; n < 5000; n++) writer.echo(round * 10_000 + n);
                assertThat(count(store, "")).isEqualTo(sealed + round * 5000);
                assertThat(store.awaitTakenUp(Duration.ofSeconds(20))).isTrue();
                assertThat(count(store, "")).isEqualTo(sealed + round * 5000);
                assertThat(found(store, "word1000")).containsExactly(1000);
            }
        }
    }

    @Test
    void what_a_search_began_with_stays_until_it_has_ended() throws Exception {
        try (RecordStore store = RecordStore.open(folder, 2, SLOW, CLOCK, () -> true)) {
            Writer writer = new Writer(store, 2);
            for (int n = 0; n < 20_000; n++) writer.echo(n);
            try (StoreRead rows = store.read(Long.MIN_VALUE, Long.MAX_VALUE)) {
                for (int n = 20_000; n < 40_000; n++) writer.echo(n);
                assertThat(store.awaitTakenUp(Duration.ofSeconds(30))).isTrue();
                Search all = Search.of(Query.ALL).limit(0).total();
                SearchResult result = all.run(rows, row -> {}, SearchBounds.within(Duration.ofSeconds(20)));
                assertThat(result.isComplete()).isTrue();
                assertThat(result.total().orElseThrow()).isGreaterThanOrEqualTo(20_000);
            }
            assertThat(count(store, "")).isEqualTo(40_000);
        }
    }

    @Test
    void sealing_that_fails_is_told_and_goes_on_when_it_can() throws Exception {
        try (RecordStore store = open(1)) {
            Path blocks = folder.resolve("blocks");
            Path elsewhere = folder.resolve("elsewhere");
            Files.move(blocks, elsewhere);
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 6000; n++) writer.echo(n);
            Eventually.until(() -> !store.status().trouble().isEmpty());
            assertThat(count(store, "")).isEqualTo(6000);
            Files.move(elsewhere, blocks);
            Eventually.until(
                    () -> store.status().trouble().isEmpty() && store.status().pending() == 0);
            assertThat(count(store, "")).isEqualTo(6000);
        }
    }

    @Test
    void journals_let_go_of_what_is_sealed() throws Exception {
        try (RecordStore store = open(1)) {
            Writer writer = new Writer(store, 1);
            for (int n = 0; n < 60_000; n++) writer.echo(n);
            assertThat(store.awaitTakenUp(Duration.ofSeconds(30))).isTrue();
            assertThat(store.status().journalBytes()).isLessThan(8L << 20);
            assertThat(count(store, "")).isEqualTo(60_000);
        }
    }

    private RecordStore open(int loops) throws IOException {
        return open(loops, SMALL);
    }

    private RecordStore open(int loops, StoreOptions options) throws IOException {
        return RecordStore.open(folder, loops, options, CLOCK, () -> false);
    }

    static long count(RecordStore store, String query) throws Exception {
        Search search = Search.of(Query.parse(query, 0)).limit(0).total();
        try (StoreRead rows = store.read(Long.MIN_VALUE, Long.MAX_VALUE)) {
            SearchResult result = search.run(rows, row -> {}, SearchBounds.within(Duration.ofSeconds(20)));
            assertThat(result.isComplete()).as("%s", result).isTrue();
            return result.total().orElseThrow();
        }
    }

    static List<Integer> found(RecordStore store, String query) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        assertThat(search(store, query, numbers).isComplete()).isTrue();
        return numbers;
    }

    /** Returns the matches even if some blocks cannot be read. */
    static List<Integer> foundAtLeast(RecordStore store, String query) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        search(store, query, numbers);
        return numbers;
    }

    private static SearchResult search(RecordStore store, String query, List<Integer> numbers) throws Exception {
        Search search = Search.of(Query.parse(query, 0)).limit(Search.MOST_HITS);
        try (StoreRead rows = store.read(Long.MIN_VALUE, Long.MAX_VALUE)) {
            return search.run(
                    rows,
                    row -> {
                        try {
                            numbers.add((int) (row.time() - Exchanges.timeOf(0)));
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    SearchBounds.within(Duration.ofSeconds(20)));
        }
    }

    static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> old = Files.list(to)) {
            for (Path file : old.toList()) Files.delete(file);
        }
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) Files.copy(file, to.resolve(file.getFileName()));
        }
    }

    /** Reports exchanges as the event loops of a server do, round-robin. */
    static final class Writer {
        private final List<ExchangeListener> loops;
        private final AtomicInteger turn = new AtomicInteger();

        Writer(RecordStore store, int loops) {
            Capture capture = new Capture(
                    store::ofLoop, Routes.NONE, CLOCK, value -> value.toString().getBytes(UTF_8), 1 << 20);
            this.loops = IntStream.range(0, loops)
                    .mapToObj(_ -> capture.onEventLoop())
                    .toList();
            capture.setRules(Exchanges.TRACKING);
        }

        void echo(int number) {
            String body = "{\"number\":" + number + ",\"text\":\"word" + number + "\"}";
            loops.get(turn.getAndIncrement() % loops.size()).finished(Exchanges.echo(number, body));
        }
    }
}

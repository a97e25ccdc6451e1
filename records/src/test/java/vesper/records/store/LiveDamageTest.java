package vesper.records.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.ExchangeListener;
import vesper.records.capture.Capture;
import vesper.records.capture.Exchanges;
import vesper.records.capture.Routes;
import vesper.records.rows.Columns;
import vesper.records.search.Query;
import vesper.records.search.Search;
import vesper.records.search.SearchBounds;
import vesper.records.search.SearchResult;
import vesper.testing.Eventually;

/** Files of records that are damaged, truncated or deleted while they are in use. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LiveDamageTest {
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(Exchanges.timeOf(0)), ZoneOffset.UTC);
    private static final StoreOptions OPTIONS =
            new StoreOptions(1 << 20, Duration.ofDays(36_500), 1L << 30, 1, 1L << 30);
    private static final int ROWS = 13_000;
    private static final int ROWS_PER_BLOCK = 4096;

    @TempDir
    Path folder;

    @Test
    void a_journal_that_is_made_shorter_costs_records_and_nothing_else() throws Exception {
        Writer writer = new Writer(open());
        try (Closeable _ = () -> closeShortened(writer)) {
            writer.echo(0, 3000);
            writer.store.ofLoop(0).whenAllSynced().join();
            try (Stream<Path> files = Files.list(folder.resolve("journal-1"))) {
                for (Path file : files.filter(LiveDamageTest::isSegment).toList()) shorten(file, 4096);
            }
            // An exception from any of these calls would close the client's connection.
            writer.echo(3000, 4000);

            assertThat(writer.capture.lostCount()).isGreaterThan(900);
            Eventually.until(() -> writer.store.status().trouble().contains("journal-1 takes no more records"));
            for (int i = 0; i < 20; i++) {
                Found found = found(writer.store, "");
                if (found.result.isComplete()) continue;
                assertThat(found.result.damaged())
                        .isNotEmpty()
                        .allSatisfy(name -> assertThat(name).contains("00000001.journal"));
            }
        }
        try (Writer again = new Writer(open())) {
            again.echo(5000, 5100);
            assertThat(found(again.store, "word5050").numbers).containsExactly(5050);
            Eventually.until(() -> again.store.status().trouble().contains("journal-1-damaged-"));
        }
    }

    @Test
    void a_file_of_blocks_that_is_made_shorter_is_named_and_the_rest_is_found() throws Exception {
        try (Writer writer = new Writer(open())) {
            writer.echo(0, ROWS);
            Path blocks = sealed(writer.store);
            assertThat(found(writer.store, "").numbers).hasSize(ROWS);
            shorten(blocks, (int) Files.size(blocks) / 2);

            for (int i = 0; i < 20; i++) {
                Found found = found(writer.store, "");
                assertThat(found.result.damaged())
                        .isNotEmpty()
                        .allSatisfy(name -> assertThat(name).contains("00000001.blocks"));
                assertThat(found.numbers).hasSizeBetween(ROWS - 3 * ROWS_PER_BLOCK, ROWS - 1);
                assertThat(found(writer.store, "word12999").numbers).containsExactly(12_999);
            }
            shorten(blocks, 0);
            assertThat(found(writer.store, "").numbers).isNotEmpty();
        }
    }

    @Test
    void one_flipped_bit_costs_the_rows_of_its_block_and_every_page_goes_on() throws Exception {
        try (Writer writer = new Writer(open())) {
            writer.echo(0, ROWS);
            Path blocks = sealed(writer.store);
            int first = firstBlockBytes(blocks);
            int costly = 0;
            for (int at = Frame.BYTES + 8; at < first; at += first / 20) {
                Damage.flip(blocks, at);
                Found found = pages(writer.store, "", 3000);
                assertThat(found.numbers)
                        .as("byte %d", at)
                        .hasSizeGreaterThanOrEqualTo(ROWS - ROWS_PER_BLOCK)
                        .doesNotHaveDuplicates();
                if (found.numbers.size() < ROWS) {
                    costly++;
                    assertThat(found.result.damaged()).as("byte %d", at).isNotEmpty();
                }
                Damage.flip(blocks, at);
            }
            assertThat(costly).isPositive();
            assertThat(pages(writer.store, "", 3000).numbers).hasSize(ROWS);
        }
    }

    @Test
    void a_block_that_was_damaged_before_the_start_is_named_by_each_search() throws Exception {
        try (Writer writer = new Writer(open())) {
            writer.echo(0, 30_000);
            sealed(writer.store);
        }
        // The journal no longer holds any of the block's rows.
        Damage.flip(folder.resolve("blocks/00000001.blocks"), 8 + Frame.BYTES + 20);
        for (int start = 1; start <= 2; start++) {
            try (RecordStore store = open()) {
                Found found = found(store, "word29999");
                assertThat(found.numbers).containsExactly(29_999);
                assertThat(found.result.damaged()).singleElement().asString().contains("00000001.blocks");
                assertThat(store.status().trouble()).contains("records are lost", "00000001.blocks");
            }
        }
    }

    @Test
    void a_folder_that_was_deleted_is_said_to_be() throws Exception {
        try (Writer writer = new Writer(open())) {
            writer.echo(0, 100);
            assertThat(writer.store.status().trouble()).isEmpty();
            try (Stream<Path> all = Files.walk(folder.resolve("journal-1"))) {
                for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) Files.delete(each);
            }
            Eventually.until(() -> writer.store.status().trouble().contains("journal-1 was deleted"));
            assertThat(found(writer.store, "").numbers).hasSize(100);
        }
    }

    private static boolean isSegment(Path file) {
        return file.toString().endsWith(".journal");
    }

    private RecordStore open() throws IOException {
        return RecordStore.open(folder, 1, OPTIONS, CLOCK, () -> false);
    }

    private Path sealed(RecordStore store) throws Exception {
        assertThat(store.awaitTakenUp(Duration.ofSeconds(30))).isTrue();
        return folder.resolve("blocks/00000001.blocks");
    }

    private static int firstBlockBytes(Path blocks) throws IOException {
        Frame frame = Frame.read(ByteBuffer.wrap(Files.readAllBytes(blocks)), 8);
        assertThat(frame).isNotNull();
        return frame == null ? 0 : frame.blockBytes();
    }

    private record Found(SearchResult result, List<Integer> numbers) {}

    private static Found found(RecordStore store, String query) throws Exception {
        return pages(store, query, 10_000);
    }

    /** Returns all matches, fetched page by page. */
    private static Found pages(RecordStore store, String query, int perPage) throws Exception {
        List<Integer> numbers = new ArrayList<>();
        Search search = Search.of(Query.parse(query, 0)).limit(perPage);
        SearchResult named = run(store, search, numbers);
        for (Optional<String> next = named.next(); next.isPresent(); ) {
            SearchResult page = run(store, search.after(next.get()), numbers);
            if (!page.isComplete()) named = page;
            next = page.next();
        }
        return new Found(named, numbers);
    }

    private static SearchResult run(RecordStore store, Search search, List<Integer> numbers) {
        try (StoreRead rows = store.read(Long.MIN_VALUE, Long.MAX_VALUE)) {
            return search.run(
                    rows,
                    row -> {
                        row.bytes(Columns.REQUEST);
                        row.bytes(Columns.RESPONSE);
                        row.text(Columns.PATH);
                        numbers.add((int) (row.time() - Exchanges.timeOf(0)));
                    },
                    SearchBounds.within(Duration.ofSeconds(20)));
        }
    }

    /** The last sync fails if there is still data to force. */
    private static void closeShortened(Writer writer) {
        try {
            writer.close();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("truncated");
        }
    }

    private static void shorten(Path file, int bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    /** Reports exchanges as an event loop does. */
    private static final class Writer implements AutoCloseable {
        final RecordStore store;
        final Capture capture;
        private final ExchangeListener loop;

        Writer(RecordStore store) {
            this.store = store;
            this.capture = new Capture(
                    store::ofLoop, Routes.NONE, CLOCK, value -> value.toString().getBytes(UTF_8), 1 << 20);
            this.loop = capture.onEventLoop();
            capture.setRules(Exchanges.TRACKING);
        }

        void echo(int from, int to) {
            for (int n = from; n < to; n++) {
                loop.finished(Exchanges.echo(n, "{\"number\":" + n + ",\"text\":\"word" + n + "\"}"));
            }
        }

        @Override
        public void close() throws IOException {
            store.close();
        }
    }
}

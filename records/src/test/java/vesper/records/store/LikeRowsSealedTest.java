package vesper.records.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.ExchangeListener;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.journal.SyncPolicy;
import vesper.records.blocks.Batch;
import vesper.records.blocks.Block;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.Column;
import vesper.records.capture.Capture;
import vesper.records.capture.Exchanges;
import vesper.records.capture.Routes;
import vesper.records.capture.RowReader;
import vesper.records.rows.Columns;
import vesper.records.rows.RowTokens;

/** Sealing of rows that are stored as the difference from an earlier row. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LikeRowsSealedTest {
    private static final int SEGMENT_BYTES = 256 << 10;
    private static final int ROWS = 3000;
    private static final int BLOCK_BYTES = 64 << 10;
    private static final byte ROW_TYPE = 1;
    private static final int BASE_AT = 5;
    /** A row whose only content is an addition of an unknown kind. */
    private static final byte[] WRONG_ADDITION = {3, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0x80, 0, 0, 0, 0, 0, 0, 1, 99};

    @TempDir
    Path folder;

    private final List<Journal> journals = new ArrayList<>();
    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private final BlockWriter writer = new BlockWriter(Columns.ALL, 1);
    private final RowTaker rows = RowTaker.sealing(writer);
    private final WholeRows wholeRows = new WholeRows();

    /**
     * A reference that takes each row separately, with a value for every column, and counts the gathered bytes itself.
     */
    private static final class WholeRows implements RowReader.Values {
        private final BlockWriter writer = new BlockWriter(Columns.ALL, 1);
        private final RowTokens tokens = new RowTokens(writer::word);
        private final Set<Map.Entry<Column, String>> texts = new HashSet<>();
        private int gatheredBytes;
        private int blobBytes;
        private long time;

        void take(JournalReader entry) throws DamagedSegmentException {
            blobBytes = 0;
            new RowReader().read(entry, this);
            writer.endRecord(time);
            gatheredBytes += blobBytes;
        }

        byte[] seal() {
            texts.clear();
            gatheredBytes = 0;
            tokens.startBlock();
            return bytes(writer.seal());
        }

        @Override
        public void number(Column column, long value) {
            if (column.equals(Columns.TIME)) time = value;
            writer.number(column, value);
            tokens.number(column, value);
        }

        @Override
        public void text(Column column, byte[] utf8, int from, int to, int base) {
            boolean isNew = texts.add(Map.entry(column, new String(utf8, from, to - from, UTF_8)));
            if (isNew) gatheredBytes += to - from;
            writer.text(column, utf8, from, to - from);
            tokens.text(column, utf8, from, to - from);
        }

        @Override
        public void blob(Column column, byte[] bytes, int from, int to, int base) {
            blobBytes += to - from;
            writer.blob(column, bytes, from, to - from);
            tokens.blob(column, bytes, from, to - from);
        }
    }

    /** Takes a row, or reports that the entry is not a row. */
    private interface Taking {
        void take(JournalReader entry) throws DamagedSegmentException;
    }

    @BeforeEach
    void open() throws IOException {
        var options = new JournalOptions(SEGMENT_BYTES, new SyncPolicy.None(), Duration.ofMinutes(1));
        for (String name : List.of("one", "two")) journals.add(Journal.open(folder.resolve(name), options));
    }

    @AfterEach
    void close() throws IOException {
        for (Journal journal : journals) journal.close();
        writer.close();
        wholeRows.writer.close();
        zstd.close();
    }

    @RepeatedTest(12)
    void blocks_are_the_same_byte_for_byte_as_those_of_whole_rows(RepetitionInfo round) throws Exception {
        Random random = new Random(round.getCurrentRepetition());
        for (Journal journal : journals) fill(journal, random);
        int blocks = 0;
        int at = 0;
        try (JournalReader one = journals.getFirst().read(Position.START);
                JournalReader two = journals.getLast().read(Position.START)) {
            List<JournalReader> readers = List.of(one, two);
            while (readers.get(at).next() || readers.get(at = 1 - at).next()) {
                take(readers.get(at));
                boolean isFull = writer.gatheredBytes() >= BLOCK_BYTES || random.nextInt(500) == 0;
                if (isFull && writer.records() > 0) {
                    compareBlocks(random.nextBoolean());
                    blocks++;
                }
                if (random.nextInt(300) == 0) at = 1 - at;
            }
        }
        if (writer.records() > 0) compareBlocks(true);
        assertThat(blocks).isGreaterThan(10);
    }

    private void take(JournalReader entry) {
        assertThat(outcome(rows::take, entry)).isEqualTo(outcome(wholeRows::take, entry));
        assertThat(writer.records()).isEqualTo(wholeRows.writer.records());
        assertThat(writer.gatheredBytes()).isEqualTo(wholeRows.gatheredBytes);
        assertThat(writer.earliest()).isEqualTo(wholeRows.writer.earliest());
    }

    private static String outcome(Taking taking, JournalReader entry) {
        try {
            taking.take(entry);
            return "a row";
        } catch (IllegalArgumentException | DamagedSegmentException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private void compareBlocks(boolean looksFirst) throws Exception {
        if (looksFirst) compareUnsealed();
        byte[] block = bytes(writer.seal());
        assertThat(block).isEqualTo(wholeRows.seal());
        Block.read(ByteBuffer.wrap(block), zstd).verify();
        rows.startBlock();
    }

    private void compareUnsealed() throws Exception {
        Batch batch = writer.unsealed();
        Batch whole = wholeRows.writer.unsealed();
        for (Column column : Columns.ALL) {
            switch (column.kind()) {
                case NUMBER -> {
                    assertThat(batch.numbers(column)).isEqualTo(whole.numbers(column));
                    assertThat(batch.bounds(column)).isEqualTo(whole.bounds(column));
                }
                case TEXT -> {
                    for (int row = 0; row < batch.records(); row++)
                        assertThat(batch.texts(column).of(row))
                                .isEqualTo(whole.texts(column).of(row));
                }
                case BLOB -> {
                    for (int row = 0; row < batch.records(); row++)
                        assertThat(batch.blobs(column).of(row))
                                .isEqualTo(whole.blobs(column).of(row));
                }
            }
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Writes runs of similar rows, with other rows and invalid entries in between. */
    private static void fill(Journal journal, Random random) throws IOException {
        Capture capture = new Capture(_ -> journal, Routes.NONE, Clock.systemUTC(), _ -> new byte[0], 1 << 20);
        capture.setRules(Exchanges.TRACKING);
        ExchangeListener loop = capture.onEventLoop();
        int kind = 0;
        try (JournalReader written = journal.read(Position.START)) {
            for (int n = 0; n < ROWS; n++) {
                if (random.nextInt(40) == 0) kind = random.nextInt(1000);
                boolean isHello = kind % 4 > 0 && random.nextInt(12) > 0;
                loop.finished(isHello ? Exchanges.hello(n, "/api/" + kind) : Exchanges.random(n, random));
                assertThat(written.next()).isTrue();
                if (random.nextInt(60) > 0) continue;
                appendNoRow(journal, written, random.nextInt(7));
                assertThat(written.next()).isTrue();
            }
        }
    }

    private static void appendNoRow(Journal journal, JournalReader before, int damage) throws IOException {
        ByteBuffer payload = before.payload();
        byte[] row = bytes(payload.duplicate());
        int base = payload.getInt(payload.position() + BASE_AT);
        switch (damage) {
            case 0 -> journal.append(7, ByteBuffer.wrap(row));
            case 1 -> journal.append(ROW_TYPE, ByteBuffer.wrap(row, 0, row.length - 1));
            case 2 -> journal.append(ROW_TYPE, ByteBuffer.wrap(Arrays.copyOf(row, row.length + 1)));
            case 3 -> journal.append(ROW_TYPE, ByteBuffer.wrap(row).put(0, (byte) 9));
            case 4 -> journal.append(ROW_TYPE, ByteBuffer.wrap(WRONG_ADDITION));
            // The base must be a whole row, but the row before mostly has a base itself.
            case 5 -> journal.append(ROW_TYPE, like(row, Position.offset(before.position())));
            default -> journal.append(ROW_TYPE, like(row, base == 0 ? 1 : base + Long.BYTES));
        }
    }

    private static ByteBuffer like(byte[] row, int base) {
        return ByteBuffer.wrap(row).putInt(BASE_AT, base);
    }
}

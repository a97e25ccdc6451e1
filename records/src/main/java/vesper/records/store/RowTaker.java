package vesper.records.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.journal.DamagedSegmentException;
import vesper.journal.JournalReader;
import vesper.records.blocks.Batch;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.TextValues;
import vesper.records.capture.RowReader;
import vesper.records.rows.Columns;
import vesper.records.rows.RowTokens;

/** Puts rows of a journal into a block that is being made. Used by one thread. */
final class RowTaker implements RowReader.Values {
    private static final int UNKNOWN = -1;
    private static final int SEEN = 0;
    /** Ids of columns are below. */
    private static final int COLUMNS = 64;

    private final RowReader reader = new RowReader();
    private final BlockWriter writer;
    /** Null where nobody will ask the block's filter. */
    private final @Nullable RowTokens tokens;

    /** Of the texts of each base, by column, as far as this block has them; of blobs whether it does. */
    private final int[][] codesOfBases = new int[RowReader.BASES][COLUMNS];

    private long time;
    /** Whether this block has the row that the reader handed over last, so that the next one need only say what differs. */
    private boolean hasRowBefore;

    private RowTaker(BlockWriter writer, @Nullable RowTokens tokens) {
        this.writer = writer;
        this.tokens = tokens;
        beginBlock();
    }

    /** For a block that is to be sealed. */
    static RowTaker sealing(BlockWriter writer) {
        return new RowTaker(writer, new RowTokens(writer::word));
    }

    /** For rows that are looked at as they are. */
    static RowTaker looking(BlockWriter writer) {
        return new RowTaker(writer, null);
    }

    /** What comes next is of another block. */
    void beginBlock() {
        for (int[] codes : codesOfBases) Arrays.fill(codes, UNKNOWN);
        if (tokens != null) tokens.beginBlock();
        hasRowBefore = false;
    }

    /** @throws IllegalArgumentException where it is no row */
    void take(JournalReader entry) throws DamagedSegmentException {
        if (hasRowBefore) reader.readChanges(entry, this);
        else reader.read(entry, this);
        writer.endRecord(time);
        hasRowBefore = true;
    }

    /** Takes all rows of a block. */
    void takeAll(Batch block) throws DamagedBlockException {
        hasRowBefore = false;
        List<ColumnRows> columns = new ArrayList<>();
        for (Column column : Columns.ALL) columns.add(rowsOf(block, column));
        for (int row = 0; row < block.records(); row++) {
            for (ColumnRows column : columns) column.take(row);
            writer.endRecord(time);
        }
    }

    /** Hands over what a row has in one column. */
    private interface ColumnRows {
        void take(int row);
    }

    private ColumnRows rowsOf(Batch block, Column column) throws DamagedBlockException {
        return switch (column.kind()) {
            case NUMBER -> {
                long[] numbers = block.numbers(column);
                yield row -> number(column, numbers[row]);
            }
            case TEXT -> {
                TextValues texts = block.texts(column);
                yield row -> {
                    int from = texts.start(texts.code(row));
                    text(column, texts.bytes(), from, from + texts.length(texts.code(row)), RowReader.NO_BASE);
                };
            }
            case BLOB -> {
                BlobValues blobs = block.blobs(column);
                yield row -> {
                    int from = blobs.start(row);
                    blob(column, blobs.bytes(), from, from + blobs.length(row), RowReader.NO_BASE);
                };
            }
        };
    }

    @Override
    public void number(Column column, long value) {
        if (column.id() == Columns.TIME.id()) time = value;
        writer.number(column, value);
        if (tokens != null) tokens.number(column, value);
    }

    @Override
    public void text(Column column, byte[] utf8, int from, int to, int base) {
        if (base == RowReader.NO_BASE) {
            writer.text(column, utf8, from, to - from);
            if (tokens != null) tokens.text(column, utf8, from, to - from);
            return;
        }
        int[] codes = codesOfBases[base];
        int known = codes[column.id()];
        if (known == UNKNOWN) codes[column.id()] = writer.text(column, utf8, from, to - from);
        else writer.text(column, known);
        if (tokens != null && (known == UNKNOWN || RowTokens.isOfEachRow(column)))
            tokens.text(column, utf8, from, to - from);
    }

    @Override
    public void blob(Column column, byte[] bytes, int from, int to, int base) {
        writer.blob(column, bytes, from, to - from);
        if (tokens == null || from == to) return;
        boolean isKnown = base != RowReader.NO_BASE && codesOfBases[base][column.id()] != UNKNOWN;
        if (base != RowReader.NO_BASE) codesOfBases[base][column.id()] = SEEN;
        if (!isKnown || RowTokens.isOfEachRow(column)) tokens.blob(column, bytes, from, to - from);
    }

    @Override
    public void newBase(int base) {
        Arrays.fill(codesOfBases[base], UNKNOWN);
    }
}

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

/** Adds rows from a journal to a block that is being built. Not thread-safe. */
final class RowTaker implements RowReader.Values {
    private static final int UNKNOWN = -1;
    private static final int SEEN = 0;
    /** Exclusive upper bound of column ids. */
    private static final int COLUMNS = 64;

    private final RowReader reader = new RowReader();
    private final BlockWriter writer;
    /** Null if the block's filter will not be used. */
    private final @Nullable RowTokens tokens;

    /**
     * Codes of the texts of each base in this block, by base and column. For a blob, whether its tokens were already
     * added.
     */
    private final int[][] codesOfBases = new int[RowReader.BASES][COLUMNS];

    private long time;
    /**
     * True if this block contains the row that the reader delivered last, so that only changes are needed for the next
     * one.
     */
    private boolean hasRowBefore;

    private RowTaker(BlockWriter writer, @Nullable RowTokens tokens) {
        this.writer = writer;
        this.tokens = tokens;
        startBlock();
    }

    /** Creates an instance for a block that will be sealed. */
    static RowTaker sealing(BlockWriter writer) {
        return new RowTaker(writer, new RowTokens(writer::word));
    }

    /** Creates an instance for rows that are read without sealing, so without a word filter. */
    static RowTaker forReading(BlockWriter writer) {
        return new RowTaker(writer, null);
    }

    /** Starts another block. */
    void startBlock() {
        for (int[] codes : codesOfBases) Arrays.fill(codes, UNKNOWN);
        if (tokens != null) tokens.startBlock();
        hasRowBefore = false;
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException if the entry is not a valid row
     */
    void take(JournalReader entry) throws DamagedSegmentException {
        if (hasRowBefore) reader.readChanges(entry, this);
        else reader.read(entry, this);
        writer.endRecord(time);
        hasRowBefore = true;
    }

    /** Adds all rows of an existing block. */
    void takeAll(Batch block) throws DamagedBlockException {
        hasRowBefore = false;
        List<ColumnRows> columns = new ArrayList<>();
        for (Column column : Columns.ALL) columns.add(rowsOf(block, column));
        for (int row = 0; row < block.records(); row++) {
            for (ColumnRows column : columns) column.take(row);
            writer.endRecord(time);
        }
    }

    /** Adds the value of a row in one column. */
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

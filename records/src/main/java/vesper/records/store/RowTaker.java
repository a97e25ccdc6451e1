package vesper.records.store;

import org.jspecify.annotations.Nullable;
import vesper.journal.DamagedSegmentException;
import vesper.journal.JournalReader;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.Column;
import vesper.records.capture.RowReader;
import vesper.records.rows.Columns;
import vesper.records.rows.RowTokens;

/** Puts rows of a journal into a block that is being made. Used by one thread. */
final class RowTaker implements RowReader.Values {
    private final RowReader reader = new RowReader();
    private final BlockWriter writer;
    /** Null where nobody will ask the block's filter. */
    private final @Nullable RowTokens tokens;

    private long time;

    private RowTaker(BlockWriter writer, @Nullable RowTokens tokens) {
        this.writer = writer;
        this.tokens = tokens;
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
        if (tokens != null) tokens.beginBlock();
    }

    /** @throws IllegalArgumentException where it is no row */
    void take(JournalReader entry) throws DamagedSegmentException {
        reader.read(entry, this);
        writer.endRecord(time);
    }

    @Override
    public void number(Column column, long value) {
        if (column.id() == Columns.TIME.id()) time = value;
        writer.number(column, value);
        if (tokens != null) tokens.number(column, value);
    }

    @Override
    public void text(Column column, byte[] utf8, int from, int to) {
        writer.text(column, utf8, from, to - from);
        if (tokens != null) tokens.text(column, utf8, from, to - from);
    }

    @Override
    public void blob(Column column, byte[] bytes, int from, int to) {
        writer.blob(column, bytes, from, to - from);
        if (tokens != null) tokens.blob(column, bytes, from, to - from);
    }
}

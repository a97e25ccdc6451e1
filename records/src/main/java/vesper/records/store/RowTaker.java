package vesper.records.store;

import java.nio.ByteBuffer;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.Column;
import vesper.records.capture.RowReader;
import vesper.records.rows.Columns;

/** Puts rows of a journal into a block that is being made. Used by one thread. */
final class RowTaker implements RowReader.Values {
    private final RowReader reader = new RowReader();
    private final BlockWriter writer;
    private long time;

    RowTaker(BlockWriter writer) {
        this.writer = writer;
    }

    /** @throws IllegalArgumentException where it is no row */
    void take(ByteBuffer payload) {
        reader.read(payload, this);
        writer.endRecord(time);
    }

    @Override
    public void number(Column column, long value) {
        if (column.equals(Columns.TIME)) time = value;
        writer.number(column, value);
    }

    @Override
    public void text(Column column, byte[] utf8, int from, int to) {
        writer.text(column, utf8, from, to - from);
    }

    @Override
    public void blob(Column column, byte[] bytes, int from, int to) {
        writer.blob(column, bytes, from, to - from);
    }
}

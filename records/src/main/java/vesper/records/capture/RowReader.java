package vesper.records.capture;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.List;
import vesper.records.blocks.Column;
import vesper.records.rows.Columns;

/** Reads a row as {@link RowBuffer} wrote it, value by value in the order of {@link RowFormat}. Used by one thread. */
public final class RowReader {
    /** Takes the values of one row. */
    public interface Values {
        void number(Column column, long value);

        /** @param utf8 the text from {@code from} to {@code to}, there during the call only */
        void text(Column column, byte[] utf8, int from, int to);

        void blob(Column column, byte[] bytes, int from, int to);
    }

    /** Behind the version. */
    private static final int FLAGS_AT = 1 + List.of(RowFormat.NUMBERS).indexOf(Columns.FLAGS) * Long.BYTES;

    private byte[] bytes = new byte[4 << 10];

    /** The row's bits of {@link vesper.records.rows.RowFlags}, without reading more of it; 0 where this is no row. */
    public static long flags(ByteBuffer payload) {
        boolean isRow =
                payload.remaining() >= FLAGS_AT + Long.BYTES && payload.get(payload.position()) == RowFormat.VERSION;
        return isRow ? payload.getLong(payload.position() + FLAGS_AT) : 0;
    }

    /** @throws IllegalArgumentException where this is no row of a version that is known; nothing was handed over then */
    public void read(ByteBuffer payload, Values values) {
        int length = payload.remaining();
        if (bytes.length < length) bytes = new byte[Math.max(length, bytes.length * 2)];
        payload.get(payload.position(), bytes, 0, length);
        ByteBuffer row = ByteBuffer.wrap(bytes, 0, length);
        try {
            check(row);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a row that ends too early", e);
        }
        handOver(row.rewind(), values);
    }

    private static void check(ByteBuffer row) {
        int version = row.get();
        if (version != RowFormat.VERSION) throw new IllegalArgumentException("a row of version " + version);
        take(row, RowFormat.NUMBERS.length * Long.BYTES);
        for (int i = 0; i < RowFormat.TEXTS.length; i++) take(row, row.getShort() & 0xffff);
        for (int i = 0; i < RowFormat.BLOBS.length; i++) take(row, row.getInt());
        if (row.hasRemaining()) throw new IllegalArgumentException(row.remaining() + " bytes behind a row");
    }

    private void handOver(ByteBuffer row, Values values) {
        row.get();
        for (Column column : RowFormat.NUMBERS) values.number(column, row.getLong());
        for (Column column : RowFormat.TEXTS) {
            int from = take(row, row.getShort() & 0xffff);
            values.text(column, bytes, from, row.position());
        }
        for (Column column : RowFormat.BLOBS) {
            int from = take(row, row.getInt());
            values.blob(column, bytes, from, row.position());
        }
    }

    private static int take(ByteBuffer row, int length) {
        if (length < 0 || length > row.remaining())
            throw new IllegalArgumentException("a value of " + length + " bytes");
        int from = row.position();
        row.position(from + length);
        return from;
    }
}

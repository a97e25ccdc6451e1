package vesper.records.capture;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** The values that one row gives, and 0 or nothing for the others. Filled anew for another one; used by one thread. */
final class ParsedRow {
    private byte[] bytes = {};
    private int base;
    private int given;
    private final long[] numbers = new long[RowFormat.NUMBERS.length];
    /** Of the texts and the blobs, in the bytes. */
    private final int[] starts = new int[RowFormat.COLUMNS];

    private final int[] ends = new int[RowFormat.COLUMNS];

    /** @throws IllegalArgumentException where this is no row of a version that is known */
    void parse(ByteBuffer payload) {
        int length = payload.remaining();
        if (bytes.length < length) bytes = new byte[Math.max(length, bytes.length * 2)];
        payload.get(payload.position(), bytes, 0, length);
        try {
            parseHere(ByteBuffer.wrap(bytes, 0, length));
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("a row that ends too early", e);
        }
    }

    private void parseHere(ByteBuffer row) {
        int version = row.get();
        if (version != RowFormat.VERSION) throw new IllegalArgumentException("a row of version " + version);
        int flags = row.getInt();
        base = row.getInt();
        given = row.getInt();
        for (int i = 0; i < RowFormat.FIRST_TEXT; i++) numbers[i] = isGiven(i) ? number(i, row) : 0;
        numbers[RowFormat.FLAGS] = flags;
        for (int i = RowFormat.FIRST_TEXT; i < RowFormat.FIRST_BLOB; i++)
            take(i, row, isGiven(i) ? row.getShort() & 0xffff : 0);
        for (int i = RowFormat.FIRST_BLOB; i < RowFormat.COLUMNS; i++) take(i, row, isGiven(i) ? row.getInt() : 0);
        if (row.hasRemaining()) throw new IllegalArgumentException(row.remaining() + " bytes behind a row");
    }

    private static long number(int column, ByteBuffer row) {
        return RowFormat.isHalf(column) ? row.getLong() : Leb128.read(row);
    }

    private void take(int column, ByteBuffer row, int length) {
        if (length < 0 || length > row.remaining())
            throw new IllegalArgumentException("a value of " + length + " bytes");
        starts[column] = row.position();
        ends[column] = row.position() + length;
        row.position(ends[column]);
    }

    /** The offset of the row that it is like; 0 where it is whole. */
    int base() {
        return base;
    }

    boolean isGiven(int column) {
        return (given >>> column & 1) != 0;
    }

    long number(int column) {
        return numbers[column];
    }

    /** What {@link #start} and {@link #end} speak of. */
    byte[] bytes() {
        return bytes;
    }

    int start(int column) {
        return starts[column];
    }

    int end(int column) {
        return ends[column];
    }
}

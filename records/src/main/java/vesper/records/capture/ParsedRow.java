package vesper.records.capture;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The values that one row gives, and 0 or nothing for the others. Filled anew for another one, where only what one of both
 * gives takes time; used by one thread.
 */
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
        int before = given;
        given = row.getInt();
        clear(before & ~given);
        for (int left = given; left != 0; left &= left - 1) take(Integer.numberOfTrailingZeros(left), row);
        numbers[RowFormat.FLAGS] = flags;
        given |= 1 << RowFormat.FLAGS;
        if (row.hasRemaining()) throw new IllegalArgumentException(row.remaining() + " bytes behind a row");
    }

    private void clear(int columns) {
        for (int left = columns; left != 0; left &= left - 1) {
            int column = Integer.numberOfTrailingZeros(left);
            if (column < RowFormat.FIRST_TEXT) numbers[column] = 0;
            starts[column] = 0;
            ends[column] = 0;
        }
    }

    private void take(int column, ByteBuffer row) {
        if (column >= RowFormat.FIRST_BLOB) take(column, row, row.getInt());
        else if (column >= RowFormat.FIRST_TEXT) take(column, row, row.getShort() & 0xffff);
        else numbers[column] = RowFormat.isHalf(column) ? row.getLong() : Leb128.read(row);
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

    /** A bit for each column that it has a value of its own for, always of the flags. */
    int given() {
        return given;
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

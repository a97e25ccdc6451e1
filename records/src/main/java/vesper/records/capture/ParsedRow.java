package vesper.records.capture;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * The decoded values of one row. Columns that the row does not set are 0 or empty. Instances are reused; parsing
 * touches only the columns that the previous or the new row sets. Not thread-safe.
 */
final class ParsedRow {
    private byte[] bytes = {};
    private int base;
    private int given;
    private final long[] numbers = new long[RowFormat.NUMBERS.length];
    /** Bounds of the texts and blobs in {@link #bytes}. */
    private final int[] starts = new int[RowFormat.COLUMNS];

    private final int[] ends = new int[RowFormat.COLUMNS];

    /**
     * Replaces the values by those of another row.
     *
     * @throws IllegalArgumentException if this is not a row of a known version
     */
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

    /** Returns the offset of the base row, or 0 if the row is complete. */
    int base() {
        return base;
    }

    /** Returns a bit for each column that the row sets itself; the bit of the flags is always set. */
    int given() {
        return given;
    }

    boolean isGiven(int column) {
        return (given >>> column & 1) != 0;
    }

    long number(int column) {
        return numbers[column];
    }

    /** Returns the array that {@link #start} and {@link #end} refer to. */
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

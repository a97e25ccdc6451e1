package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The values by which one document is sorted and grouped, as {@link RowWriter} wrote them: its id, version and time,
 * and the values at its paths. {@code docs/formats/document-index.md} draws the bytes. Works like an iterator; used by
 * one thread.
 */
final class Row {
    static final byte FORMAT = 1;
    static final byte NUMBER = 1;
    static final byte TEXT = 2;
    /** Maximum length of a text in bytes; longer ones are truncated. */
    static final int LONGEST_TEXT = 128;

    static final int HEAD_BYTES = 1 + Long.BYTES + Long.BYTES + Short.BYTES;

    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes = {};
    private int start;
    private int end;
    /** Index after the current value. */
    private int next;

    private byte kind;
    private int from;

    Row on(byte[] row, int offset, int length) {
        if (length < HEAD_BYTES || row[offset] != FORMAT) {
            throw new IllegalStateException("unsupported row format " + (length == 0 ? "none" : row[offset]));
        }
        bytes = row;
        start = offset;
        end = offset + length;
        rewind();
        return this;
    }

    long version() {
        return (long) LONGS.get(bytes, start + 1);
    }

    long storedAtMillis() {
        return (long) LONGS.get(bytes, start + 1 + Long.BYTES);
    }

    byte[] bytes() {
        return bytes;
    }

    int idFrom() {
        return start + HEAD_BYTES;
    }

    int idTo() {
        return idFrom() + Short.toUnsignedInt((short) SHORTS.get(bytes, start + HEAD_BYTES - Short.BYTES));
    }

    String id() {
        return new String(bytes, idFrom(), idTo() - idFrom(), UTF_8);
    }

    /** Goes back to before the first value. */
    void rewind() {
        next = idTo();
    }

    /** Advances to the next value at a path. Returns false if there is no further value. */
    boolean next(long path) {
        while (next < end) {
            boolean isThere = (long) LONGS.get(bytes, next) == path;
            kind = bytes[next + Long.BYTES];
            from = next + Long.BYTES + 1;
            next = from + (kind == NUMBER ? Long.BYTES : 1 + Byte.toUnsignedInt(bytes[from]));
            if (isThere) return true;
        }
        return false;
    }

    boolean isNumber() {
        return kind == NUMBER;
    }

    double number() {
        return Double.longBitsToDouble((long) LONGS.get(bytes, from));
    }

    int textFrom() {
        return from + 1;
    }

    int textTo() {
        return next;
    }
}

package vesper.http;

import java.util.Arrays;

/** Bytes of a connection that were received but cannot be processed yet. */
final class UnreadBytes {
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int from;

    int length() {
        return bytes.length - from;
    }

    boolean isEmpty() {
        return length() == 0;
    }

    /** Returns the array that ends with the unread bytes, which start at {@link #from}. */
    byte[] bytes() {
        return bytes;
    }

    int from() {
        return from;
    }

    void copyTo(byte[] target) {
        System.arraycopy(bytes, from, target, 0, length());
    }

    void clear() {
        bytes = NOTHING;
        from = 0;
    }

    /** Stores the bytes from {@code position} to {@code to}. Its own array is reused if at least half of it remains. */
    @SuppressWarnings("ReferenceEquality")
    void keep(byte[] source, int position, int to) {
        if (position == to) {
            clear();
        } else if (source == bytes && to - position >= bytes.length / 2) {
            from = position;
        } else {
            bytes = Arrays.copyOfRange(source, position, to);
            from = 0;
        }
    }
}

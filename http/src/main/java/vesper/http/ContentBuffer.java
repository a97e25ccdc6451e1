package vesper.http;

import java.util.ArrayList;
import java.util.List;

/** A buffer for content of unknown length, joined once, with as little copying as possible. */
final class ContentBuffer {
    /** Smaller pieces share an array, since each array costs 16 bytes of header and an entry in the list. */
    private static final int BLOCK_BYTES = 8 << 10;

    private final List<byte[]> full = new ArrayList<>(1);
    private int fullBytes;
    private byte[] last = {};
    private int used;

    int size() {
        return fullBytes + used;
    }

    /** Adds a piece and takes ownership of the array. */
    void add(byte[] stretch) {
        int fitting = Math.min(stretch.length, last.length - used);
        System.arraycopy(stretch, 0, last, used, fitting);
        used += fitting;
        int left = stretch.length - fitting;
        if (left == 0) return;
        if (used > 0) {
            full.add(last);
            fullBytes += used;
        }
        boolean isOwnBlock = fitting == 0 && (left >= BLOCK_BYTES || size() == 0);
        last = isOwnBlock ? stretch : new byte[Math.max(left, BLOCK_BYTES)];
        if (!isOwnBlock) System.arraycopy(stretch, fitting, last, 0, left);
        used = left;
    }

    /** Returns all content as one array. Nothing may be added afterwards. */
    byte[] joined() {
        if (full.isEmpty() && used == last.length) return last;
        byte[] whole = new byte[size()];
        int at = 0;
        for (byte[] block : full) {
            System.arraycopy(block, 0, whole, at, block.length);
            at += block.length;
        }
        System.arraycopy(last, 0, whole, at, used);
        return whole;
    }
}

package vesper.http;

import java.util.ArrayList;
import java.util.List;

/** Content of unknown length that comes in stretches, and is joined once: the least that is copied and thrown away. */
final class Gathered {
    /** A stretch that is smaller shares its array with those after it, since an array costs 16 bytes and its place. */
    private static final int BLOCK_BYTES = 8 << 10;

    private final List<byte[]> full = new ArrayList<>(1);
    private int fullBytes;
    private byte[] last = {};
    private int used;

    int size() {
        return fullBytes + used;
    }

    /** Takes the array over. */
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

    /** All of it; nothing is to be added afterwards. */
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

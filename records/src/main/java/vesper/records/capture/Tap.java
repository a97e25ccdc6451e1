package vesper.records.capture;

import java.util.Arrays;
import vesper.http.HeldBytes;

/**
 * Retains the beginning of content that streams past. One thread adds; another reads after the exchange has ended. All
 * taps share a memory budget; once it is exhausted, less is retained.
 */
final class Tap {
    private static final byte[] NOTHING = {};
    private static final int FIRST_BYTES = 512;

    private final HeldBytes budget;
    private final int mostBytes;
    private byte[] bytes = NOTHING;
    private int length;
    private boolean cut;
    private boolean released;

    /** @param mostBytes maximum number of bytes to retain */
    Tap(HeldBytes budget, int mostBytes) {
        this.budget = budget;
        this.mostBytes = mostBytes;
    }

    synchronized void add(byte[] source, int from, int count) {
        int kept = Math.min(count, mostBytes - length);
        cut |= kept < count;
        if (kept <= 0 || released) return;
        if (length + kept > bytes.length && !grow(length + kept)) {
            cut = true;
            return;
        }
        System.arraycopy(source, from, bytes, length, kept);
        length += kept;
    }

    private boolean grow(int needed) {
        int capacity = Math.min(mostBytes, Math.max(FIRST_BYTES, Math.max(needed, 2 * bytes.length)));
        if (!budget.take(capacity - bytes.length)) return false;
        bytes = Arrays.copyOf(bytes, capacity);
        return true;
    }

    synchronized int length() {
        return length;
    }

    /** Returns whether more content passed than was retained. */
    synchronized boolean isCut() {
        return cut;
    }

    /** Receives the retained bytes. */
    interface Reader {
        /** @param bytes an array that starts with the retained bytes and must not be changed */
        void read(byte[] bytes, int length);
    }

    synchronized void read(Reader reader) {
        reader.read(bytes, length);
    }

    /** Discards the retained bytes and returns them to the budget. */
    synchronized void release() {
        released = true;
        budget.release(bytes.length);
        bytes = NOTHING;
        length = 0;
    }
}

package vesper.records.capture;

import java.util.Arrays;
import vesper.http.HeldBytes;

/**
 * The beginning of content that passes by, as far as it is kept. One thread adds, another reads when all is over. What
 * is kept counts against a budget that all taps share; where that is spent, less is kept.
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

    /** @param mostBytes kept of it */
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

    /** Whether more passed by than is kept. */
    synchronized boolean isCut() {
        return cut;
    }

    /** Takes what was kept. */
    interface Reader {
        /** @param bytes from its start on; not to be changed */
        void read(byte[] bytes, int length);
    }

    synchronized void read(Reader reader) {
        reader.read(bytes, length);
    }

    /** What was kept is not wanted any more. */
    synchronized void release() {
        released = true;
        budget.giveBack(bytes.length);
        bytes = NOTHING;
        length = 0;
    }
}

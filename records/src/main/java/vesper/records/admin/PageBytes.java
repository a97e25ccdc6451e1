package vesper.records.admin;

import vesper.http.HeldBytes;

/**
 * How much one page of hits may hold, measured as JSON. The first {@value #FREE_BYTES} bytes of a page and its first
 * item are always taken; what is beyond counts for all pages that are being made or sent, so that many large ones at
 * once become shorter and do not fill the heap. Used by one thread at a time.
 */
final class PageBytes {
    private static final int FREE_BYTES = 64 << 10;

    private final HeldBytes shared;
    private final long mostBytes;
    private long bytes;
    private long taken;

    PageBytes(HeldBytes shared, long mostBytes) {
        this.shared = shared;
        this.mostBytes = mostBytes;
    }

    /** Takes an item in, and says whether another one has place. */
    synchronized boolean take(int itemBytes) {
        bytes += itemBytes;
        if (bytes <= FREE_BYTES) return bytes < mostBytes;
        if (!shared.take(itemBytes)) return false;
        taken += itemBytes;
        return bytes < mostBytes;
    }

    /** The page is not held any more. */
    synchronized void giveBack() {
        shared.giveBack(taken);
        taken = 0;
    }
}

package vesper.records.admin;

import vesper.http.HeldBytes;

/**
 * How much one page of hits may hold, measured as JSON. The first {@value #FREE_BYTES} bytes of a page and its first
 * item are always taken; what is beyond counts for all pages that are being made or sent, so that many large ones at
 * once become shorter and do not fill the heap.
 */
final class PageBytes {
    private static final int FREE_BYTES = 64 << 10;

    private final HeldBytes shared;
    private final long mostBytes;
    private long bytes;
    private long taken;
    private boolean over;

    PageBytes(HeldBytes shared, long mostBytes) {
        this.shared = shared;
        this.mostBytes = mostBytes;
    }

    /** Takes an item in, and says whether another one has place. */
    synchronized boolean take(int itemBytes) {
        if (over) return false;
        bytes += itemBytes;
        if (bytes <= FREE_BYTES) return bytes < mostBytes;
        if (!shared.take(itemBytes)) return false;
        taken += itemBytes;
        return bytes < mostBytes;
    }

    /** An item became larger by so much; says whether there was room for that. */
    synchronized boolean takeMore(int moreBytes) {
        if (moreBytes <= 0) return true;
        if (over || !shared.take(moreBytes)) return false;
        taken += moreBytes;
        return true;
    }

    long mostBytes() {
        return mostBytes;
    }

    /** The page is not held any more, or nobody waits for it, so that it takes nothing more. */
    synchronized void giveBack() {
        over = true;
        shared.giveBack(taken);
        taken = 0;
    }
}

package vesper.records.admin;

import vesper.http.HeldBytes;

/**
 * Limits the size of a page of hits, measured as JSON. A page always gets its first {@value #FREE_BYTES} bytes and its
 * first item. Everything beyond counts against a limit shared by all pages being built or sent. Many large pages at
 * once therefore become shorter instead of filling the heap.
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

    /** Adds an item; returns whether there is room for another one. */
    synchronized boolean take(int itemBytes) {
        if (over) return false;
        bytes += itemBytes;
        if (bytes <= FREE_BYTES) return bytes < mostBytes;
        if (!shared.take(itemBytes)) return false;
        taken += itemBytes;
        return bytes < mostBytes;
    }

    /** Adds bytes because an item has grown; returns whether there was room for them. */
    synchronized boolean takeMore(int moreBytes) {
        if (moreBytes <= 0) return true;
        if (over || !shared.take(moreBytes)) return false;
        taken += moreBytes;
        return true;
    }

    long mostBytes() {
        return mostBytes;
    }

    /**
     * Returns the bytes to the shared limit once the page has been sent or the client has left. Later calls get no
     * bytes.
     */
    synchronized void giveBack() {
        over = true;
        shared.release(taken);
        taken = 0;
    }
}

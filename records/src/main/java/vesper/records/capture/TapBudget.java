package vesper.records.capture;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory all contents may take together that are kept while they pass by. */
final class TapBudget {
    private final long mostBytes;
    private final int mostPerTap;
    private final AtomicLong taken = new AtomicLong();

    TapBudget(long mostBytes, int mostPerTap) {
        this.mostBytes = mostBytes;
        this.mostPerTap = mostPerTap;
    }

    int mostPerTap() {
        return mostPerTap;
    }

    boolean take(int bytes) {
        if (taken.addAndGet(bytes) <= mostBytes) return true;
        taken.addAndGet(-bytes);
        return false;
    }

    void giveBack(int bytes) {
        taken.addAndGet(-bytes);
    }
}

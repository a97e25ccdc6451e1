package vesper.records.capture;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory all contents may take together that are kept while they pass by. */
final class TapBudget {
    private final long mostBytes;
    private final AtomicLong taken = new AtomicLong();

    TapBudget(long mostBytes) {
        this.mostBytes = mostBytes;
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

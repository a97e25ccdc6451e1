package vesper.http;

import java.util.concurrent.TimeUnit;

/**
 * When one event loop has looked for what has come, and so how long that may have waited in the system's buffers, where
 * nobody writes down when it came. Touched by the loop's thread alone; the clock is read twice per turn of the loop.
 */
final class PollTimes {
    /** A poll that takes longer until its first read has slept, and what woke it has not waited. */
    private static final long SLEPT_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private long leftAt = System.nanoTime();
    private long enteredAt = leftAt;
    private boolean maySleep;

    void enter(boolean canBlock) {
        maySleep = canBlock;
        enteredAt = System.nanoTime();
    }

    void leave() {
        leftAt = System.nanoTime();
    }

    /**
     * How long what the poll at hand has brought may have waited when it was read: as long as the loop was away, for
     * who came first, and not at all for who came last. Half of that is told.
     */
    long waitedBefore(long readAt) {
        boolean slept = maySleep && readAt - enteredAt > SLEPT_NANOS;
        boolean isOfThisPoll = enteredAt - leftAt >= 0;
        return slept || !isOfThisPoll ? 0 : (readAt - leftAt) / 2;
    }
}

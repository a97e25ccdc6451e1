package vesper.http;

import java.util.concurrent.TimeUnit;

/**
 * The times at which one event loop polled its sockets. From these follows how long input may have waited in the
 * kernel's buffers, which do not record arrival times. Used by the loop's thread only; the clock is read twice per
 * iteration.
 */
final class PollTimes {
    /** A poll that takes longer until its first read has slept, and the input that woke it has not waited. */
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
     * Estimates how long the input of the current poll had waited when it was read: the first to arrive as long as the
     * loop was away, the last not at all. Returns half of that time.
     */
    long waitedBefore(long readAt) {
        boolean slept = maySleep && readAt - enteredAt > SLEPT_NANOS;
        boolean isOfThisPoll = enteredAt - leftAt >= 0;
        return slept || !isOfThisPoll ? 0 : (readAt - leftAt) / 2;
    }
}

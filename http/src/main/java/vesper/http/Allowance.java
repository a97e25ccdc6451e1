package vesper.http;

import java.time.Duration;

/** How often something may happen within a stretch of time. What is given back may happen once more. */
final class Allowance {
    private final int most;
    private final long windowNanos;
    private long windowStart;
    private int spent;

    Allowance(int most, Duration window, long now) {
        this.most = most;
        this.windowNanos = window.toNanos();
        this.windowStart = now;
    }

    /** Whether it may happen now. */
    boolean spend(long now) {
        if (now - windowStart >= windowNanos) {
            windowStart = now;
            spent = 0;
        }
        return ++spent <= most;
    }

    void giveBack(int times) {
        spent = Math.max(0, spent - times);
    }
}

package vesper.http.frames;

import java.time.Duration;

/** How often something may happen within a stretch of time. What is given back may happen once more. */
public final class Allowance {
    private final int most;
    private final long windowNanos;
    private long windowStart;
    private int spent;

    public Allowance(int most, Duration window, long now) {
        this.most = most;
        this.windowNanos = window.toNanos();
        this.windowStart = now;
    }

    /** Whether it may happen now. */
    public boolean spend(long now) {
        if (now - windowStart >= windowNanos) {
            windowStart = now;
            spent = 0;
        }
        return ++spent <= most;
    }

    public void giveBack(int times) {
        spent = Math.max(0, spent - times);
    }
}

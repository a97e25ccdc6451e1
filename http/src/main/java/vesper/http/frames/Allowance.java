package vesper.http.frames;

import java.time.Duration;

/** A rate limit: counts events within a fixed window of time. Events given back do not count. */
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

    /** Counts one event and returns whether it is within the limit. */
    public boolean spend(long now) {
        if (now - windowStart >= windowNanos) {
            windowStart = now;
            spent = 0;
        }
        return ++spent <= most;
    }

    public void release(int times) {
        spent = Math.max(0, spent - times);
    }
}

package vesper.documents;

import java.time.Duration;

/**
 * Since when a log was asked for something and has told nothing. One that is only slow with one thing tells others, and
 * then who waits may go on; where it tells nothing at all, all who wait give up together. Any thread may call.
 */
final class Silence {
    private final long longestNanos;
    private boolean isAwaited;
    private long sinceNanos;

    /** @param longest how long somebody waits while it lasts */
    Silence(Duration longest) {
        this.longestNanos = longest.toNanos();
    }

    /** The log is asked for something that it will tell. */
    synchronized void asked() {
        if (!isAwaited) sinceNanos = System.nanoTime();
        isAwaited = true;
    }

    /** The log has told something. */
    synchronized void broken() {
        isAwaited = false;
    }

    synchronized boolean isAwaited() {
        return isAwaited;
    }

    /** How long somebody waits on who began then; 0 or less where it has lasted for too long. */
    synchronized long leftNanos(long begunNanos) {
        if (!isAwaited) return longestNanos;
        long since = sinceNanos - begunNanos > 0 ? sinceNanos : begunNanos;
        return since + longestNanos - System.nanoTime();
    }
}

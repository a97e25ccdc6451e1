package vesper.documents;

import java.time.Duration;

/**
 * The time since a log was asked for something without delivering anything. A log that is slow with one entry delivers
 * others, and requests may continue to wait. If it delivers nothing at all, all waiting requests time out together.
 * Thread-safe.
 */
final class Silence {
    private final long longestNanos;
    private boolean isAwaited;
    private long sinceNanos;

    /** @param longest how long a request may wait during a silence */
    Silence(Duration longest) {
        this.longestNanos = longest.toNanos();
    }

    /** Records that the log was asked for something that it will deliver. */
    synchronized void asked() {
        if (!isAwaited) sinceNanos = System.nanoTime();
        isAwaited = true;
    }

    /** Records a delivery, which ends the silence. */
    synchronized void broken() {
        isAwaited = false;
    }

    synchronized boolean isAwaited() {
        return isAwaited;
    }

    /** Returns how long a request that started then may still wait; 0 or less if the silence has lasted too long. */
    synchronized long leftNanos(long begunNanos) {
        if (!isAwaited) return longestNanos;
        long since = sinceNanos - begunNanos > 0 ? sinceNanos : begunNanos;
        return since + longestNanos - System.nanoTime();
    }
}

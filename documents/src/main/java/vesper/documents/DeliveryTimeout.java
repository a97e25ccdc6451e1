package vesper.documents;

import java.time.Duration;

/**
 * The time since a log was asked for something without delivering anything. A log that is slow with one entry delivers
 * others, and requests may continue to wait. If it delivers nothing at all, all waiting requests time out together.
 * Thread-safe.
 */
final class DeliveryTimeout {
    private final long longestNanos;
    private boolean isDeliveryAwaited;
    private long sinceNanos;

    /** @param longest how long a request may wait while nothing is delivered */
    DeliveryTimeout(Duration longest) {
        this.longestNanos = longest.toNanos();
    }

    /** Records that the log was asked for something that it will deliver. */
    synchronized void markRequested() {
        if (!isDeliveryAwaited) sinceNanos = System.nanoTime();
        isDeliveryAwaited = true;
    }

    /** Records a delivery. No other one is expected until the next request. */
    synchronized void markDelivered() {
        isDeliveryAwaited = false;
    }

    synchronized boolean isDeliveryAwaited() {
        return isDeliveryAwaited;
    }

    /**
     * Returns how long a request that started then may still wait; 0 or less if the log has been silent for too long.
     */
    synchronized long remainingNanos(long begunNanos) {
        if (!isDeliveryAwaited) return longestNanos;
        long since = sinceNanos - begunNanos > 0 ? sinceNanos : begunNanos;
        return since + longestNanos - System.nanoTime();
    }
}

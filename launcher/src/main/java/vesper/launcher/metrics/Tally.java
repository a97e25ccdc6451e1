package vesper.launcher.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one event loop counted of one route and status: a histogram of durations, and bytes. Written by the loop's
 * thread alone, read by any; a reader may see one exchange half counted.
 */
final class Tally {
    /** Upper bounds of the buckets, the last one open; a request of a service that does not wait is in the first. */
    private static final double[] BOUNDS_SECONDS = {
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Double.POSITIVE_INFINITY
    };

    static final int BUCKETS = BOUNDS_SECONDS.length;
    private static final int NANOS = BUCKETS;
    private static final int RECEIVED = BUCKETS + 1;
    private static final int SENT = BUCKETS + 2;

    private static final long[] BOUNDS_NANOS = new long[BUCKETS];

    static {
        for (int i = 0; i < BUCKETS; i++) {
            BOUNDS_NANOS[i] = (long) (BOUNDS_SECONDS[i] * TimeUnit.SECONDS.toNanos(1));
        }
    }

    final int status;
    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS + 3);

    Tally(int status) {
        this.status = status;
    }

    void add(long durationNanos, long bytesReceived, long bytesSent) {
        int bucket = 0;
        while (durationNanos > BOUNDS_NANOS[bucket]) bucket++;
        add(bucket, 1);
        add(NANOS, durationNanos);
        if (bytesReceived != 0) add(RECEIVED, bytesReceived);
        if (bytesSent != 0) add(SENT, bytesSent);
    }

    /** With one writer, no atomic addition is needed. */
    private void add(int index, long more) {
        counts.setOpaque(index, counts.getPlain(index) + more);
    }

    static double[] bounds() {
        return BOUNDS_SECONDS.clone();
    }

    long count(int bucket) {
        return counts.getOpaque(bucket);
    }

    double seconds() {
        return counts.getOpaque(NANOS) / (double) TimeUnit.SECONDS.toNanos(1);
    }

    long bytesReceived() {
        return counts.getOpaque(RECEIVED);
    }

    long bytesSent() {
        return counts.getOpaque(SENT);
    }
}

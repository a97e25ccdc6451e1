package vesper.launcher.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts of one event loop for one route and status: a histogram of durations, and bytes. Only the loop's thread
 * writes, any thread may read; a reader may see an exchange counted in part.
 */
final class RouteTally {
    /** Upper bounds of the buckets reported to Prometheus; the last one is open. */
    private static final double[] BOUNDS_SECONDS = {
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Double.POSITIVE_INFINITY
    };

    /** Upper bounds of the buckets counted. They include those of Prometheus and are finer, for exact percentiles. */
    private static final long[] BOUNDS_MICROS = {
        10,
        25,
        50,
        75,
        100,
        150,
        200,
        300,
        400,
        500,
        700,
        1_000,
        1_500,
        2_500,
        3_500,
        5_000,
        7_000,
        10_000,
        15_000,
        25_000,
        35_000,
        50_000,
        70_000,
        100_000,
        150_000,
        250_000,
        350_000,
        500_000,
        700_000,
        1_000_000,
        1_500_000,
        2_500_000,
        3_500_000,
        5_000_000,
        7_000_000,
        10_000_000
    };

    static final int BUCKETS = BOUNDS_MICROS.length + 1;
    private static final int NANOS = BUCKETS;
    private static final int RECEIVED = BUCKETS + 1;
    private static final int SENT = BUCKETS + 2;

    private static final long[] BOUNDS_NANOS = new long[BUCKETS];
    /** Index of the Prometheus bucket to which each bucket belongs. */
    private static final int[] TOLD_AS = new int[BUCKETS];
    /** First bucket for slow exchanges. Quick exchanges search only the buckets below it. */
    private static final int QUICK = 9;

    static {
        int told = 0;
        for (int i = 0; i < BUCKETS; i++) {
            boolean open = i == BUCKETS - 1;
            BOUNDS_NANOS[i] = open ? Long.MAX_VALUE : TimeUnit.MICROSECONDS.toNanos(BOUNDS_MICROS[i]);
            if (open || BOUNDS_MICROS[i] > BOUNDS_SECONDS[told] * 1e6) told++;
            TOLD_AS[i] = told;
        }
    }

    final int status;
    private final AtomicLongArray counts = new AtomicLongArray(BUCKETS + 3);

    RouteTally(int status) {
        this.status = status;
    }

    void add(long durationNanos, long bytesReceived, long bytesSent) {
        int bucket = durationNanos > BOUNDS_NANOS[QUICK - 1] ? QUICK : 0;
        while (durationNanos > BOUNDS_NANOS[bucket]) bucket++;
        add(bucket, 1);
        add(NANOS, durationNanos);
        if (bytesReceived != 0) add(RECEIVED, bytesReceived);
        if (bytesSent != 0) add(SENT, bytesSent);
    }

    /** Adds without an atomic operation, since there is one writer. */
    private void add(int index, long more) {
        counts.setOpaque(index, counts.getPlain(index) + more);
    }

    /** Returns the bounds of the Prometheus buckets, in seconds. */
    static double[] bounds() {
        return BOUNDS_SECONDS.clone();
    }

    /** Adds the counts to those of the Prometheus buckets. */
    void addToBuckets(long[] counts) {
        for (int i = 0; i < BUCKETS; i++) counts[TOLD_AS[i]] += count(i);
    }

    /** Returns the upper bound of a bucket. */
    static long boundNanos(int bucket) {
        return BOUNDS_NANOS[bucket];
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

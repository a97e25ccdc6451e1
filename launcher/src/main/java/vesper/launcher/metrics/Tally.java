package vesper.launcher.metrics;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one event loop counted of one route and status: a histogram of durations, and bytes. Written by the loop's
 * thread alone, read by any; a reader may see one exchange half counted.
 */
final class Tally {
    /** Upper bounds of the buckets that Prometheus is told of, the last one open. */
    private static final double[] BOUNDS_SECONDS = {
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, Double.POSITIVE_INFINITY
    };

    /** Those that are counted, the same ones among them, so that the time of most exchanges can be told closely. */
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
    /** Of each bucket, the one of Prometheus that it is a part of. */
    private static final int[] TOLD_AS = new int[BUCKETS];
    /** Quick exchanges are below, and look through those few; others begin here. */
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

    Tally(int status) {
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

    /** With one writer, no atomic addition is needed. */
    private void add(int index, long more) {
        counts.setOpaque(index, counts.getPlain(index) + more);
    }

    /** Those of Prometheus, in seconds. */
    static double[] bounds() {
        return BOUNDS_SECONDS.clone();
    }

    /** Adds what was counted in the buckets of Prometheus. */
    void addTold(long[] counts) {
        for (int i = 0; i < BUCKETS; i++) counts[TOLD_AS[i]] += count(i);
    }

    /** The longest time that is counted in a bucket. */
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

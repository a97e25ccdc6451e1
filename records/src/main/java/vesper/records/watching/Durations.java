package vesper.records.watching;

import java.util.Arrays;
import vesper.records.rows.DurationBuckets;

/** A histogram of durations. A bucket is at most an eighth of its value wide. */
final class Durations {
    private static final DurationBuckets BUCKETS = new DurationBuckets(3);
    private static final int MORE = 8;

    /** Counts by bucket. The array grows with the largest duration. */
    private int[] counts = {};

    void add(long micros) {
        int bucket = BUCKETS.of(Math.max(0, micros));
        if (bucket >= counts.length) counts = Arrays.copyOf(counts, Math.min(BUCKETS.count(), bucket + MORE));
        counts[bucket]++;
    }

    void clear() {
        Arrays.fill(counts, 0);
    }

    /** Adds all counts of another histogram. */
    void add(Durations other) {
        if (other.counts.length > counts.length) counts = Arrays.copyOf(counts, other.counts.length);
        for (int i = 0; i < other.counts.length; i++) counts[i] += other.counts[i];
    }

    /** Returns the smallest bucket bound that at least {@code wanted} durations do not exceed, in microseconds. */
    long notAbove(long wanted) {
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted) return BUCKETS.largest(bucket);
        }
        return 0;
    }
}

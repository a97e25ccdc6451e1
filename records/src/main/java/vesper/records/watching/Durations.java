package vesper.records.watching;

import java.util.Arrays;

/** How often durations were seen, in buckets that are at most an eighth of their value wide. */
final class Durations {
    private static final int SUB_BITS = 3;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;
    private static final int BUCKETS = (Long.SIZE - SUB_BITS) * SUB_BUCKETS;

    /** As long as the longest one seen needs. */
    private int[] counts = {};

    void add(long micros) {
        int bucket = bucket(Math.max(0, micros));
        if (bucket >= counts.length) counts = Arrays.copyOf(counts, Math.min(BUCKETS, bucket + SUB_BUCKETS));
        counts[bucket]++;
    }

    void clear() {
        Arrays.fill(counts, 0);
    }

    /** Counts those of another one too. */
    void add(Durations other) {
        if (other.counts.length > counts.length) counts = Arrays.copyOf(counts, other.counts.length);
        for (int i = 0; i < other.counts.length; i++) counts[i] += other.counts[i];
    }

    /** The value that so many are not above, rounded up, in microseconds. */
    long notAbove(long wanted) {
        long seen = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted) return largest(bucket);
        }
        return 0;
    }

    private static int bucket(long micros) {
        int exponent = Math.max(0, Long.SIZE - SUB_BITS - 1 - Long.numberOfLeadingZeros(micros));
        return exponent * SUB_BUCKETS + (int) (micros >>> exponent);
    }

    private static long largest(int bucket) {
        if (bucket < 2 * SUB_BUCKETS) return bucket;
        int exponent = bucket / SUB_BUCKETS - 1;
        return ((bucket - (long) exponent * SUB_BUCKETS + 1) << exponent) - 1;
    }
}

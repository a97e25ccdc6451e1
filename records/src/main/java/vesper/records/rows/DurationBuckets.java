package vesper.records.rows;

/**
 * Histogram buckets for durations in microseconds. Every power of two is divided into the same number of buckets, so
 * their width grows with the duration.
 *
 * @param subBits binary logarithm of the number of buckets for each power of two; with 7, a bucket is at most 1/128 as
 *     wide as its values
 */
public record DurationBuckets(int subBits) {
    public int count() {
        return (Long.SIZE - subBits) << subBits;
    }

    /**
     * Returns the bucket of a duration.
     *
     * @param micros the duration, at least 0
     */
    public int of(long micros) {
        int exponent = Math.max(0, Long.SIZE - subBits - 1 - Long.numberOfLeadingZeros(micros));
        return (exponent << subBits) + (int) (micros >>> exponent);
    }

    /** Returns the longest duration that a bucket counts. */
    public long largest(int bucket) {
        // The first buckets hold one value each.
        if (bucket < 2 << subBits) return bucket;
        int exponent = (bucket >> subBits) - 1;
        return ((bucket - ((long) exponent << subBits) + 1) << exponent) - 1;
    }
}

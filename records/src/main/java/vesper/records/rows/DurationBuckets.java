package vesper.records.rows;

/**
 * Buckets to count durations in, in microseconds: each power of two has equally many, so that they become wider as
 * durations become longer.
 *
 * @param subBits how many a power of two has, as a power of two; 7 make buckets of at most a 128th of their value
 */
public record DurationBuckets(int subBits) {
    public int count() {
        return (Long.SIZE - subBits) << subBits;
    }

    /** @param micros not below 0 */
    public int of(long micros) {
        int exponent = Math.max(0, Long.SIZE - subBits - 1 - Long.numberOfLeadingZeros(micros));
        return (exponent << subBits) + (int) (micros >>> exponent);
    }

    /** The longest duration that is counted in a bucket. */
    public long largest(int bucket) {
        // The first ones have one value each.
        if (bucket < 2 << subBits) return bucket;
        int exponent = (bucket >> subBits) - 1;
        return ((bucket - ((long) exponent << subBits) + 1) << exponent) - 1;
    }
}

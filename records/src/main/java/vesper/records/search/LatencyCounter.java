package vesper.records.search;

import java.util.BitSet;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.search.SearchResult.Latencies;

/** Counts durations in buckets that are at most a 128th of their value wide. */
final class LatencyCounter {
    private static final int SUB_BITS = 7;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    private final long[] counts = new long[(Long.SIZE - SUB_BITS) * SUB_BUCKETS];
    private long count;
    private long most;

    void add(BatchView batch, BitSet rows) throws DamagedBlockException {
        long[] durations = batch.numbers(Columns.DURATION_MICROS);
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            long micros = Math.max(0, durations[row]);
            counts[bucket(micros)]++;
            most = Math.max(most, micros);
            count++;
        }
    }

    Latencies latencies() {
        return new Latencies(count, share(0.5), share(0.9), share(0.99), share(0.999), most);
    }

    /** The value that so many are not above. */
    private long share(double share) {
        long wanted = (long) Math.ceil(count * share);
        long seen = 0;
        for (int bucket = 0; bucket < counts.length && wanted > 0; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted) return Math.min(most, largest(bucket));
        }
        return 0;
    }

    /** The first 128 values have one each; from there on each power of two has 128. */
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

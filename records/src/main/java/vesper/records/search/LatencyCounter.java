package vesper.records.search;

import java.util.BitSet;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.DurationBuckets;
import vesper.records.search.SearchResult.Latencies;

/** Counts durations in buckets that are at most a 128th of their value wide. */
final class LatencyCounter {
    private static final DurationBuckets BUCKETS = new DurationBuckets(7);

    private final long[] counts = new long[BUCKETS.count()];
    private long count;
    private long most;

    void add(BatchView batch, BitSet rows) throws DamagedBlockException {
        long[] durations = batch.numbers(Columns.DURATION_MICROS);
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            long micros = Math.max(0, durations[row]);
            counts[BUCKETS.of(micros)]++;
            most = Math.max(most, micros);
            count++;
        }
    }

    Latencies latencies() {
        return new Latencies(count, share(0.5), share(0.9), share(0.99), most);
    }

    /** The value that so many are not above. */
    private long share(double share) {
        long wanted = (long) Math.ceil(count * share);
        long seen = 0;
        for (int bucket = 0; bucket < counts.length && wanted > 0; bucket++) {
            seen += counts[bucket];
            if (seen >= wanted) return Math.min(most, BUCKETS.largest(bucket));
        }
        return 0;
    }
}

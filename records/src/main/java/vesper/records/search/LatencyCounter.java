package vesper.records.search;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.DurationBuckets;
import vesper.records.search.SearchResult.Latencies;
import vesper.records.search.SearchResult.LatencySpan;

/** A histogram of durations. The width of a bucket is at most 1/128 of its values. */
final class LatencyCounter {
    private static final DurationBuckets BUCKETS = new DurationBuckets(7);
    private static final int[] STEPS = {1, 2, 5};

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
        return new Latencies(count, share(0.5), share(0.9), share(0.99), most, spans());
    }

    /** Sums the buckets up by round bounds: 10, 20, 50, 100, 200, 500 microseconds and so on. */
    private List<LatencySpan> spans() {
        List<LatencySpan> spans = new ArrayList<>();
        if (count == 0) return spans;
        int bucket = 0;
        long above = -1;
        for (int bound = 0; above < most; bound++) {
            long upTo = bound(bound);
            long within = 0;
            for (; bucket < counts.length && BUCKETS.largest(bucket) <= upTo; bucket++) within += counts[bucket];
            if (within > 0 || !spans.isEmpty()) spans.add(new LatencySpan(above, upTo, within));
            above = upTo;
            if (upTo == Long.MAX_VALUE) break;
        }
        return spans;
    }

    /** Returns the n-th bound, at most {@link Long#MAX_VALUE}. */
    private static long bound(int number) {
        double value = STEPS[number % STEPS.length] * Math.pow(10, 1 + number / STEPS.length);
        return value >= Long.MAX_VALUE ? Long.MAX_VALUE : Math.round(value);
    }

    /** Returns the quantile: the duration that this share of all durations does not exceed. */
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

package vesper.records.search;

import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.search.SearchResult.Histogram;

/** A histogram over time. Whenever it exceeds {@value #MOST_BUCKETS} buckets, their width is doubled. */
final class TimeCounter {
    private static final int MOST_BUCKETS = 1000;

    private long bucketMillis;
    private Map<Long, Long> counts = new TreeMap<>();

    TimeCounter(long bucketMillis) {
        this.bucketMillis = bucketMillis;
    }

    void add(BatchView batch, BitSet rows, int count) throws DamagedBlockException {
        Bounds times = batch.bounds(Columns.TIME);
        if (start(times.least()) == start(times.largest())) {
            add(start(times.least()), count);
            return;
        }
        long[] time = batch.numbers(Columns.TIME);
        long bucket = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        long counted = 0;
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (time[row] < bucket || time[row] >= end) {
                if (counted > 0) add(bucket, counted);
                counted = 0;
                bucket = start(time[row]);
                end = bucket + bucketMillis;
            }
            counted++;
        }
        if (counted > 0) add(bucket, counted);
    }

    Histogram histogram() {
        return new Histogram(bucketMillis, counts);
    }

    private long start(long time) {
        return Math.floorDiv(time, bucketMillis) * bucketMillis;
    }

    private void add(long bucket, long count) {
        counts.merge(start(bucket), count, Long::sum);
        while (counts.size() > MOST_BUCKETS) widen();
    }

    private void widen() {
        Map<Long, Long> narrow = counts;
        bucketMillis *= 2;
        counts = new TreeMap<>();
        narrow.forEach((start, count) -> counts.merge(start(start), count, Long::sum));
    }
}

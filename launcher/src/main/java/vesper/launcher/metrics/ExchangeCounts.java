package vesper.launcher.metrics;

import java.util.concurrent.TimeUnit;

/**
 * Number of exchanges, number of failed exchanges, and their durations, as exact as the buckets of the histogram allow.
 * Immutable.
 */
public final class ExchangeCounts {
    public static final ExchangeCounts NONE = new Sum().counts();

    private static final int FIRST_FAILURE = 500;

    private final long[] byDuration;
    private final long calls;
    private final long errors;

    private ExchangeCounts(long[] byDuration, long errors) {
        this.byDuration = byDuration;
        this.errors = errors;
        long sum = 0;
        for (long count : byDuration) sum += count;
        this.calls = sum;
    }

    /** A running sum. Not thread-safe. */
    static final class Sum {
        private final long[] byDuration = new long[RouteTally.BUCKETS];
        private long errors;

        void add(RouteTally tally) {
            long calls = 0;
            for (int i = 0; i < byDuration.length; i++) {
                long count = tally.count(i);
                byDuration[i] += count;
                calls += count;
            }
            if (tally.status >= FIRST_FAILURE) errors += calls;
        }

        ExchangeCounts counts() {
            return new ExchangeCounts(byDuration.clone(), errors);
        }
    }

    public long calls() {
        return calls;
    }

    /** Returns the number of exchanges with a status of 500 or above. */
    public long errors() {
        return errors;
    }

    /** Returns the difference to an earlier count. */
    public ExchangeCounts since(ExchangeCounts before) {
        long[] more = byDuration.clone();
        for (int i = 0; i < more.length; i++) more[i] -= before.byDuration[i];
        return new ExchangeCounts(more, errors - before.errors);
    }

    /**
     * Returns a percentile of the durations, interpolated linearly within its bucket. Durations above the highest bound
     * count as that bound. Returns 0 if there were no exchanges.
     *
     * @param share 0.99 for the 99th percentile
     */
    public long percentileMicros(double share) {
        double wanted = share * calls;
        long below = 0;
        for (int i = 0; i < byDuration.length; i++) {
            long here = byDuration[i];
            if (here > 0 && below + here >= wanted) {
                long from = i == 0 ? 0 : RouteTally.boundNanos(i - 1);
                boolean isOpen = i == byDuration.length - 1;
                double within = isOpen ? 0 : (wanted - below) / here * (RouteTally.boundNanos(i) - from);
                return TimeUnit.NANOSECONDS.toMicros(from + (long) within);
            }
            below += here;
        }
        return 0;
    }
}

package vesper.launcher.metrics;

import java.util.concurrent.TimeUnit;

/**
 * How many exchanges there were, how many of them failed, and how long they took, as far as the buckets tell that they
 * were counted in. Immutable.
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

    /** What is added up; used by one thread. */
    static final class Sum {
        private final long[] byDuration = new long[Tally.BUCKETS];
        private long errors;

        void add(Tally tally) {
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

    /** Those that were answered with a status from 500 on. */
    public long errors() {
        return errors;
    }

    /** What has come since an earlier count. */
    public ExchangeCounts since(ExchangeCounts before) {
        long[] more = byDuration.clone();
        for (int i = 0; i < more.length; i++) more[i] -= before.byDuration[i];
        return new ExchangeCounts(more, errors - before.errors);
    }

    /**
     * The time within which this share of them was answered, as far as the buckets tell: within one, times are taken to be
     * spread evenly, and those above the highest bound to be that bound. 0 where there were none.
     *
     * @param share 0.99 for the 99th percentile
     */
    public long percentileMicros(double share) {
        double wanted = share * calls;
        long below = 0;
        for (int i = 0; i < byDuration.length; i++) {
            long here = byDuration[i];
            if (here > 0 && below + here >= wanted) {
                long from = i == 0 ? 0 : Tally.boundNanos(i - 1);
                boolean isOpen = i == byDuration.length - 1;
                double within = isOpen ? 0 : (wanted - below) / here * (Tally.boundNanos(i) - from);
                return TimeUnit.NANOSECONDS.toMicros(from + (long) within);
            }
            below += here;
        }
        return 0;
    }
}

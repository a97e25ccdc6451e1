package vesper.bench.statistics;

import java.util.Locale;

/** What a comparison says of something that is to be fast. */
public enum Verdict {
    /** By more than what the instrument tells apart, and surely so. */
    FASTER,
    SLOWER,
    /** Any difference is smaller than what the instrument tells apart. */
    SAME,
    /** There may be a difference that matters, or none: more starts would tell. */
    INCONCLUSIVE;

    private static final double FALSE_ALARMS = 0.05;

    /**
     * Something is faster or slower only where the difference is neither chance nor smaller than the floor; what is surely
     * there and may be either smaller or larger than the floor stays inconclusive. It is the same only where the interval
     * that is as wide as so many comparisons need lies within the floor.
     *
     * @param effect of one on the other, in a figure of which more is better
     * @param adjusted the probability of the effect, see {@link Holm}
     * @param comparisons how many it is one of
     * @param floor by what share two arms may differ that are the same, above 0 and below 1
     */
    public static Verdict of(Effect effect, double adjusted, int comparisons, double floor) {
        if (!(floor > 0 && floor < 1)) throw new IllegalArgumentException("floor " + floor);
        // Bounds by the same factor on both sides, so that the inverse of an effect is judged alike.
        double most = 1 + floor;
        double least = 1 / most;
        Effect.Interval interval = effect.interval(comparisons);
        if (interval.low() >= least && interval.high() <= most) return SAME;
        if (adjusted > FALSE_ALARMS) return INCONCLUSIVE;
        if (effect.factor() > most) return FASTER;
        return effect.factor() < least ? SLOWER : INCONCLUSIVE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

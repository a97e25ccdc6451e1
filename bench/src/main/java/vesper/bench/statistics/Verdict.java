package vesper.bench.statistics;

import java.util.Locale;

/** The result of comparing a thing with another in speed. */
public enum Verdict {
    /** The difference is certain, and larger than the resolution of the instrument. */
    FASTER,
    SLOWER,
    /** Any difference is smaller than the resolution of the instrument. */
    SAME,
    /** There may or may not be a relevant difference; more starts would decide. */
    INCONCLUSIVE;

    private static final double FALSE_ALARMS = 0.05;

    /**
     * Judges an effect. The verdict is faster or slower only if the difference is neither due to chance nor smaller
     * than the floor. A certain difference that may be smaller or larger than the floor is inconclusive. The verdict is
     * the same only if the interval for that many comparisons lies within the floor.
     *
     * @param effect of one thing on the other, in a figure of which more is better
     * @param adjusted the probability of the effect, see {@link Holm}
     * @param comparisons number of comparisons that this is one of
     * @param floor share by which two identical arms may differ, above 0 and below 1
     */
    public static Verdict of(Effect effect, double adjusted, int comparisons, double floor) {
        if (!(floor > 0 && floor < 1)) throw new IllegalArgumentException("floor " + floor);
        // The bounds are the same factor in both directions, so that the inverse of an effect has the opposite verdict.
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

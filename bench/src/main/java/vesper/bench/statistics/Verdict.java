package vesper.bench.statistics;

import java.util.Locale;

/** What a comparison says of something that is to be fast. */
public enum Verdict {
    FASTER,
    SLOWER,
    /** Any difference is smaller than what the instrument tells apart. */
    SAME,
    /** There may be a difference that matters, or none: more rounds would tell. */
    INCONCLUSIVE;

    private static final double FALSE_ALARMS = 0.05;

    /**
     * @param effect of one on the other, in a figure of which more is better
     * @param adjusted the probability of the effect, see {@link Holm}
     * @param floor by what share two arms differ that are the same, above 0 and below 1
     */
    public static Verdict of(Effect effect, double adjusted, double floor) {
        if (!(floor > 0 && floor < 1)) throw new IllegalArgumentException("floor " + floor);
        boolean isWithinFloor = effect.low() >= 1 - floor && effect.high() <= 1 + floor;
        if (isWithinFloor) return SAME;
        if (adjusted > FALSE_ALARMS) return INCONCLUSIVE;
        return effect.factor() > 1 ? FASTER : SLOWER;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

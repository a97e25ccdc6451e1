package vesper.bench.documents;

import java.util.Locale;
import vesper.bench.BarVerdict;
import vesper.bench.statistics.Effect;

/**
 * A bar, and the uncertainty of its figure.
 *
 * @param interval of the mean of the figures or ratios, over starts, or over the rounds of a single start
 */
record JudgedBar(BarVerdict verdict, Effect interval) {
    String description() {
        return verdict.description();
    }

    /** Returns the interval that contains the true figure with a probability of 95 %. */
    String intervalText() {
        return text(interval);
    }

    static String text(Effect effect) {
        return Double.isFinite(effect.high())
                ? String.format(
                        Locale.ROOT,
                        effect.high() < 1000 ? "%.2f to %.2f" : "%,.0f to %,.0f",
                        effect.low(),
                        effect.high())
                : "unknown";
    }
}

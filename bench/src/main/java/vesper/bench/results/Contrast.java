package vesper.bench.results;

import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Verdict;

/**
 * A comparison of an arm with another in one figure.
 *
 * @param effect factor by which the arm's figure is larger
 * @param adjusted its probability, corrected for all contrasts of the experiment, in any figure
 * @param comparisons number of those contrasts
 * @param verdict on the arm; for a figure of which less is better, faster means that it is less
 */
public record Contrast(
        String arm, String base, Metric metric, Effect effect, double adjusted, int comparisons, Verdict verdict) {
    /** Returns the verdict in words that fit the figure. */
    public String words() {
        if (metric.isMoreBetter()) return verdict.toString();
        return switch (verdict) {
            case FASTER -> "less";
            case SLOWER -> "more";
            case SAME, INCONCLUSIVE -> verdict.toString();
        };
    }
}

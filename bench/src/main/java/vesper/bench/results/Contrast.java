package vesper.bench.results;

import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Verdict;

/**
 * An arm compared with another in one figure.
 *
 * @param effect by what factor the arm's figure is larger
 * @param adjusted its probability, corrected for all contrasts of the experiment, in whatever figure
 * @param comparisons how many those are
 * @param verdict on the arm; of a figure of which less is better, faster means that it is less
 */
public record Contrast(
        String arm, String base, Metric metric, Effect effect, double adjusted, int comparisons, Verdict verdict) {
    /** What the verdict is called for this figure. */
    public String words() {
        if (metric.isMoreBetter()) return verdict.toString();
        return switch (verdict) {
            case FASTER -> "less";
            case SLOWER -> "more";
            case SAME, INCONCLUSIVE -> verdict.toString();
        };
    }
}

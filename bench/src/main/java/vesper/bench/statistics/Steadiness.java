package vesper.bench.statistics;

import java.util.List;

/**
 * The rule by which a series of windows counts as steady: the mean of its last four differs from the mean of the four
 * before by at most the tolerance. A system whose compiler is still at work keeps getting faster and fails this.
 *
 * @param tolerance as a share of the earlier mean, above 0 and below 1
 */
public record Steadiness(double tolerance) {
    private static final int WINDOWS = 4;

    public Steadiness {
        if (!(tolerance > 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " is not between 0 and 1");
        }
    }

    public boolean isReachedBy(List<Double> windows) {
        return windows.size() >= 2 * WINDOWS && change(windows) <= tolerance;
    }

    /**
     * Returns the difference between the means of the last four windows and the four before, as a share of the earlier
     * mean. Needs at least eight windows.
     */
    static double change(List<Double> windows) {
        int count = windows.size();
        double earlier = mean(windows.subList(count - 2 * WINDOWS, count - WINDOWS));
        double later = mean(windows.subList(count - WINDOWS, count));
        return Math.abs(later - earlier) / Math.abs(earlier);
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
    }
}

package vesper.bench.statistics;

import java.util.List;

/**
 * When a series of windows counts as steady: the mean of its last four differs from the mean of the four before by no
 * more than the tolerance. A system whose compiler is still at work keeps getting better and fails this.
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

    /** By what share of the earlier the means of the last four and of the four before differ; there are eight at least. */
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

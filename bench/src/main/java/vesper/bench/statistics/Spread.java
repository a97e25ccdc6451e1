package vesper.bench.statistics;

import java.util.Collection;
import java.util.List;

/**
 * A few measurements of one thing: their median, and the least and the largest of them. With n measurements, each by itself, that
 * range holds the true median with a probability of 1 − 2·(1/2)ⁿ, whatever the distribution: 94 % for 5, 75 % for 3.
 * All are NaN where nothing was measured.
 */
public record Spread(double low, double median, double high, int count) {
    public static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN, 0);

    /** One figure, of whatever it was made; none where that is NaN. */
    public static Spread single(double value) {
        return of(List.of(value));
    }

    public static Spread of(Collection<Double> values) {
        double[] sorted = values.stream()
                .mapToDouble(Double::doubleValue)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        int count = sorted.length;
        if (count == 0) return NONE;
        double median = count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
        return new Spread(sorted[0], median, sorted[count - 1], count);
    }

    public boolean isMeasured() {
        return count > 0;
    }
}

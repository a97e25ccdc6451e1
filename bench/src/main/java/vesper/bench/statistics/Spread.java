package vesper.bench.statistics;

import java.util.Collection;
import java.util.List;

/**
 * A few measurements of one thing: their median, and the smallest and the largest. With n independent measurements, the
 * range contains the true median with a probability of 1 − 2·(1/2)ⁿ for any distribution: 94 % for 5, 75 % for 3. All
 * values are NaN if nothing was measured.
 */
public record Spread(double low, double median, double high, int count) {
    public static final Spread NONE = new Spread(Double.NaN, Double.NaN, Double.NaN, 0);

    /** Returns the spread of one value; {@link #NONE} if it is NaN. */
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

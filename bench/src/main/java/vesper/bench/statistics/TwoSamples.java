package vesper.bench.statistics;

import java.util.List;

/**
 * The factor by which one thing is larger than another that was measured at a different time, so that figures do not
 * form pairs. This is the ratio of the geometric means, with the interval of Welch's t over logarithms (B. L. Welch,
 * "The generalization of 'Student's' problem when several different population variances are involved", Biometrika 34,
 * 1947). Changes of the machine between the two times are part of the result and cannot be separated.
 */
public final class TwoSamples {
    private TwoSamples() {}

    /**
     * Compares two samples. Figures that are not above 0 are left out. An interval needs two figures in each sample.
     */
    public static Effect compare(List<Double> ones, List<Double> others) {
        Sample one = Sample.of(ones);
        Sample other = Sample.of(others);
        int least = Math.min(one.count, other.count);
        if (least == 0) return Effect.UNKNOWN;
        double factor = Math.exp(one.mean - other.mean);
        if (least == 1) return new Effect(factor, Double.NaN, 0, 1);
        double error = Math.sqrt(one.share() + other.share());
        double freedom = error == 0
                ? least - 1
                : Math.pow(one.share() + other.share(), 2)
                        / (Math.pow(one.share(), 2) / (one.count - 1) + Math.pow(other.share(), 2) / (other.count - 1));
        return new Effect(factor, error, freedom, least);
    }

    private record Sample(int count, double mean, double variance) {
        static Sample of(List<Double> figures) {
            double[] logarithms = figures.stream()
                    .filter(figure -> figure > 0 && Double.isFinite(figure))
                    .mapToDouble(Math::log)
                    .toArray();
            double mean = 0;
            for (double one : logarithms) mean += one / logarithms.length;
            double squares = 0;
            for (double one : logarithms) squares += (one - mean) * (one - mean);
            return new Sample(logarithms.length, mean, logarithms.length > 1 ? squares / (logarithms.length - 1) : 0);
        }

        double share() {
            return variance / count;
        }
    }
}

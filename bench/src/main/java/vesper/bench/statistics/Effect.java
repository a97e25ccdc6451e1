package vesper.bench.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The factor by which one thing is larger than another, with its uncertainty: the mean of the logarithms of ratios.
 * Intervals and probabilities are those of Student's t on the logarithmic scale. If figures were measured in pairs,
 * each pair belongs to one round or one start: a slowdown of the whole round affects both figures and cancels out.
 *
 * <p>With five pairs, the percentile bootstrap misses the true factor almost four times as often as it claims; this
 * method does not, see {@code docs/decisions/0037-comparing-runs.md}.
 *
 * @param factor above 0; NaN if there are no pairs
 * @param error the standard error of its logarithm
 * @param freedom degrees of freedom of that error; 0 if it is unknown, so that the interval is unbounded
 * @param pairs number of pairs
 */
public record Effect(double factor, double error, double freedom, int pairs) {
    public static final Effect UNKNOWN = new Effect(Double.NaN, Double.NaN, 0, 0);

    private static final double OUTSIDE = 0.05;

    /** A range that contains the true factor with a given probability. */
    public record Interval(double low, double high) {
        private static final Interval UNBOUNDED = new Interval(0, Double.POSITIVE_INFINITY);
    }

    /**
     * Compares figures in pairs: elements of both lists at the same index belong together. Pairs in which a figure is
     * not above 0 are left out.
     *
     * @throws IllegalArgumentException if the lists differ in length
     */
    public static Effect ofRatios(List<Double> ones, List<Double> others) {
        if (ones.size() != others.size())
            throw new IllegalArgumentException(ones.size() + " figures compared with " + others.size());
        double[] logarithms = new double[ones.size()];
        for (int i = 0; i < logarithms.length; i++) logarithms[i] = Math.log(ones.get(i)) - Math.log(others.get(i));
        return ofLogarithms(logarithms);
    }

    /** Computes the effect from differences of logarithms, one for each pair, such as a round. */
    public static Effect ofLogarithms(double... differences) {
        double[] known = Arrays.stream(differences).filter(Double::isFinite).toArray();
        int count = known.length;
        if (count == 0) return UNKNOWN;
        double mean = Arrays.stream(known).average().orElseThrow();
        double squares = 0;
        for (double one : known) squares += (one - mean) * (one - mean);
        double error = count == 1 ? Double.NaN : Math.sqrt(squares / (count - 1) / count);
        return new Effect(Math.exp(mean), error, count - 1, count);
    }

    /** Returns the effect with both sides exchanged. */
    public Effect inverse() {
        return new Effect(1 / factor, error, freedom, pairs);
    }

    /** Returns the lower bound of the interval that contains the true factor with a probability of 95 %. */
    public double low() {
        return interval(1).low();
    }

    public double high() {
        return interval(1).high();
    }

    /**
     * Returns an interval for one of several comparisons. It is wide enough that all intervals together contain their
     * true factors with a probability of 95 % (Bonferroni's inequality).
     */
    public Interval interval(int comparisons) {
        if (freedom <= 0) return Interval.UNBOUNDED;
        double reach = error == 0
                ? 0
                : TDistribution.of(freedom).inverseSurvivalProbability(OUTSIDE / 2 / Math.max(1, comparisons)) * error;
        return new Interval(factor * Math.exp(-reach), factor * Math.exp(reach));
    }

    /**
     * Returns the two-sided probability of a factor at least this far from 1 if there is no real difference; 1 if
     * unknown.
     */
    public double p() {
        if (freedom <= 0) return 1;
        double distance = Math.abs(Math.log(factor));
        if (error == 0) return distance == 0 ? 1 : 0;
        return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(distance / error));
    }
}

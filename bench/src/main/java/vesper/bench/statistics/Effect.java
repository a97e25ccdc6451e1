package vesper.bench.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By what factor something is larger than something else: a mean of logarithms of ratios, with how sure that is. Intervals
 * and probabilities are those of Student's t on that scale. Where figures were taken in pairs, each pair is of a round or a
 * start of its own: what slowed all of that is in both figures and cancels out.
 *
 * <p>With five pairs the percentile bootstrap would leave out the true factor almost four times as often as it says; this
 * does not, see {@code docs/decisions/0037-comparing-runs.md}.
 *
 * @param factor above 0; NaN where there is no pair
 * @param error the standard error of its logarithm
 * @param freedom degrees of freedom of that error; 0 where it is not known, so that the interval has no bounds
 * @param pairs how many there are
 */
public record Effect(double factor, double error, double freedom, int pairs) {
    public static final Effect UNKNOWN = new Effect(Double.NaN, Double.NaN, 0, 0);

    private static final double OUTSIDE = 0.05;

    /** In which the true factor is with some probability. */
    public record Interval(double low, double high) {
        private static final Interval UNBOUNDED = new Interval(0, Double.POSITIVE_INFINITY);
    }

    /**
     * Of figures that stand in the places of those that they were taken with; pairs with one that is not above 0 are left
     * out.
     *
     * @throws IllegalArgumentException where there is not one for each
     */
    public static Effect ofRatios(List<Double> ones, List<Double> others) {
        if (ones.size() != others.size())
            throw new IllegalArgumentException(ones.size() + " figures beside " + others.size());
        double[] logarithms = new double[ones.size()];
        for (int i = 0; i < logarithms.length; i++) logarithms[i] = Math.log(ones.get(i)) - Math.log(others.get(i));
        return ofLogarithms(logarithms);
    }

    /** Of differences of logarithms, one of each round, or of whatever else is one pair. */
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

    /** The same of the other on this one. */
    public Effect inverse() {
        return new Effect(1 / factor, error, freedom, pairs);
    }

    /** Of the interval that holds the true factor with a probability of 95 %. */
    public double low() {
        return interval(1).low();
    }

    public double high() {
        return interval(1).high();
    }

    /**
     * So wide that with a probability of 95 % it holds the true factor, and those of the others of so many comparisons hold
     * theirs (Bonferroni's inequality).
     */
    public Interval interval(int comparisons) {
        if (freedom <= 0) return Interval.UNBOUNDED;
        double reach = error == 0
                ? 0
                : TDistribution.of(freedom).inverseSurvivalProbability(OUTSIDE / 2 / Math.max(1, comparisons)) * error;
        return new Interval(factor * Math.exp(-reach), factor * Math.exp(reach));
    }

    /** The probability of a factor as far from 1 where there is no difference, two-sided; 1 where nothing is known. */
    public double p() {
        if (freedom <= 0) return 1;
        double distance = Math.abs(Math.log(factor));
        if (error == 0) return distance == 0 ? 1 : 0;
        return Math.min(1, 2 * TDistribution.of(freedom).survivalProbability(distance / error));
    }
}

package vesper.bench.statistics;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By what factor something is larger than something else, from figures that were taken in pairs: the geometric mean of the
 * ratios, with the interval that holds the true factor with a probability of 95 %, and the probability of a mean as far
 * from 1 where there is no difference. Both are those of Student's t over the logarithms of the ratios, of which each is of
 * a round of its own: what slowed a whole round is in both of its figures and cancels out.
 *
 * <p>With five pairs the percentile bootstrap would leave out the true factor almost four times as often as it says; this
 * does not, see {@code docs/decisions/0037-comparing-runs.md}.
 *
 * @param factor above 0; NaN where there is no pair
 * @param low of the interval; 0 where there is only one pair
 * @param high of the interval; infinite where there is only one pair
 * @param p 0 to 1, two-sided; 1 where there are fewer than two pairs
 * @param pairs how many there are
 */
public record Effect(double factor, double low, double high, double p, int pairs) {
    public static final Effect UNKNOWN = new Effect(Double.NaN, 0, Double.POSITIVE_INFINITY, 1, 0);

    private static final double TAIL = 0.025;

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
        if (count == 1) return new Effect(Math.exp(mean), 0, Double.POSITIVE_INFINITY, 1, 1);
        double squares = 0;
        for (double one : known) squares += (one - mean) * (one - mean);
        double error = Math.sqrt(squares / (count - 1) / count);
        TDistribution t = TDistribution.of(count - 1);
        double reach = t.inverseSurvivalProbability(TAIL) * error;
        return new Effect(
                Math.exp(mean), Math.exp(mean - reach), Math.exp(mean + reach), probability(t, mean, error), count);
    }

    /** The same of the other on this one. */
    public Effect inverse() {
        return new Effect(1 / factor, 1 / high, 1 / low, p, pairs);
    }

    private static double probability(TDistribution t, double mean, double error) {
        if (error == 0) return mean == 0 ? 1 : 0;
        return Math.min(1, 2 * t.survivalProbability(Math.abs(mean) / error));
    }
}

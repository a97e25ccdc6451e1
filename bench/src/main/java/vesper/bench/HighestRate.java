package vesper.bench;

import java.io.IOException;
import java.util.OptionalDouble;

/**
 * Finds the highest rate at which a trial succeeds. The search doubles the rate until the trial fails, or halves it
 * until it succeeds, and then bisects the interval until it is narrow. A rate counts as too high after two failures,
 * since the machine may be busy with something else once.
 */
final class HighestRate {
    private static final double MAX_RATIO = 1.05;
    private static final double MIN_RATE = 1;
    private static final double MAX_RATE = 5_000_000;

    /** Runs a test at one rate and returns whether the rate holds. */
    interface Trial {
        boolean sustains(double ratePerSecond) throws IOException, InterruptedException;
    }

    private HighestRate() {}

    /**
     * Runs the search.
     *
     * @return empty if not even one per second holds
     */
    static OptionalDouble find(double first, Trial trial) throws IOException, InterruptedException {
        double sustained = 0;
        double lowestFailed = Double.POSITIVE_INFINITY;
        double rate = Math.clamp(first, MIN_RATE, MAX_RATE);
        while (rate >= MIN_RATE && rate <= MAX_RATE && (sustained == 0 || lowestFailed / sustained > MAX_RATIO)) {
            if (sustains(rate, trial)) sustained = rate;
            else lowestFailed = rate;
            rate = next(sustained, lowestFailed);
        }
        return sustained > 0 ? OptionalDouble.of(sustained) : OptionalDouble.empty();
    }

    private static boolean sustains(double rate, Trial trial) throws IOException, InterruptedException {
        boolean first = trial.sustains(rate);
        return first || trial.sustains(rate);
    }

    private static double next(double sustained, double lowestFailed) {
        if (sustained == 0) return lowestFailed > MIN_RATE ? Math.max(MIN_RATE, lowestFailed / 2) : 0;
        return Double.isInfinite(lowestFailed) ? sustained * 2 : (sustained + lowestFailed) / 2;
    }
}

package vesper.bench;

import java.io.IOException;
import java.util.OptionalDouble;

/**
 * Finds the highest rate at which a trial succeeds. The search doubles the rate until the trial fails, or halves it
 * until it succeeds, and then bisects the interval until it is narrow. A rate counts as too high after two failures,
 * since the machine may be busy with something else once.
 */
final class HighestRate {
    private static final double NARROW = 1.05;
    private static final double LEAST = 1;
    private static final double MOST = 5_000_000;

    /** Runs a test at one rate and returns whether the rate holds. */
    interface Trial {
        boolean holds(double ratePerSecond) throws IOException, InterruptedException;
    }

    private HighestRate() {}

    /**
     * Runs the search.
     *
     * @return empty if not even one per second holds
     */
    static OptionalDouble find(double first, Trial trial) throws IOException, InterruptedException {
        double held = 0;
        double tooHigh = Double.POSITIVE_INFINITY;
        double rate = Math.clamp(first, LEAST, MOST);
        while (rate >= LEAST && rate <= MOST && (held == 0 || tooHigh / held > NARROW)) {
            if (holds(rate, trial)) held = rate;
            else tooHigh = rate;
            rate = next(held, tooHigh);
        }
        return held > 0 ? OptionalDouble.of(held) : OptionalDouble.empty();
    }

    private static boolean holds(double rate, Trial trial) throws IOException, InterruptedException {
        boolean first = trial.holds(rate);
        return first || trial.holds(rate);
    }

    private static double next(double held, double tooHigh) {
        if (held == 0) return tooHigh > LEAST ? Math.max(LEAST, tooHigh / 2) : 0;
        return Double.isInfinite(tooHigh) ? held * 2 : (held + tooHigh) / 2;
    }
}

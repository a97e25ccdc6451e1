package vesper.bench;

import java.io.IOException;
import java.util.OptionalDouble;

/**
 * Finds the highest rate at which something holds: doubles it until it does not hold, or halves it until it does, and then
 * halves the interval between the two until that is narrow. A rate counts as too high when it did not hold twice, since a
 * machine may be busy with something else once.
 */
final class HighestRate {
    private static final double NARROW = 1.05;
    private static final double LEAST = 1;
    private static final double MOST = 5_000_000;

    /** Whether it holds at a rate; made again for each. */
    interface Trial {
        boolean holds(double ratePerSecond) throws IOException, InterruptedException;
    }

    private HighestRate() {}

    /** @return empty where it does not even hold at one per second */
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

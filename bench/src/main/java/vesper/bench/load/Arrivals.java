package vesper.bench.load;

import java.util.SplittableRandom;

/**
 * The times at which requests are due in an open loop, that is without waiting for responses.
 *
 * @param ratePerSecond average rate, above 0
 * @param isPoisson true to draw the intervals from the exponential distribution, which models many independent clients;
 *     false for constant intervals
 * @param seed seed of the drawn intervals
 */
public record Arrivals(double ratePerSecond, boolean isPoisson, long seed) {
    private static final double MAX_RATE = 10_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    public Arrivals {
        if (!(ratePerSecond > 0 && ratePerSecond <= MAX_RATE)) {
            throw new IllegalArgumentException(
                    "rate " + ratePerSecond + " is not above 0 and up to 10,000,000 per second");
        }
    }

    public static Arrivals constant(double ratePerSecond) {
        return new Arrivals(ratePerSecond, false, 0);
    }

    public static Arrivals poisson(double ratePerSecond, long seed) {
        return new Arrivals(ratePerSecond, true, seed);
    }

    /** Returns arrivals of the same kind at another rate. */
    public Arrivals withRate(double rate) {
        return new Arrivals(rate, isPoisson, seed);
    }

    /** Returns the times of one share of a run. Constant arrivals start at 0. */
    DueTimes times(Share share) {
        return isPoisson ? new PoissonTimes(share) : new ConstantTimes(share);
    }

    /** The due times of one run, in nanoseconds from its start. */
    interface DueTimes {
        /** Returns the due time of the next request. */
        double next();

        /** Moves to the next request, after one was sent. */
        void advance();
    }

    private final class ConstantTimes implements DueTimes {
        private final int step;
        private long number;

        ConstantTimes(Share share) {
            step = share.total();
            number = share.index();
        }

        @Override
        public double next() {
            return number * (NANOS_PER_SECOND / ratePerSecond);
        }

        @Override
        public void advance() {
            number += step;
        }
    }

    /** Poisson arrivals. The union of several such processes is again one, whose rate is the sum of theirs. */
    private final class PoissonTimes implements DueTimes {
        private final SplittableRandom random;
        private final double nanosBetween;
        private double next;

        PoissonTimes(Share share) {
            random = new SplittableRandom(seed + share.index());
            nanosBetween = NANOS_PER_SECOND / ratePerSecond * share.total();
            advance();
        }

        @Override
        public double next() {
            return next;
        }

        @Override
        public void advance() {
            // nextDouble() may be 0 but is below 1, so its complement has a logarithm.
            next -= Math.log(1 - random.nextDouble()) * nanosBetween;
        }
    }
}

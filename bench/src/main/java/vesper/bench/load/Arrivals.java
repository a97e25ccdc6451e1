package vesper.bench.load;

import java.util.SplittableRandom;

/**
 * When requests are due that do not wait for answers.
 *
 * @param ratePerSecond on average, above 0
 * @param isPoisson whether the time between two is drawn from the exponential distribution, as of many clients that know
 *     nothing of each other; otherwise it is always the same
 * @param seed of what is drawn
 */
public record Arrivals(double ratePerSecond, boolean isPoisson, long seed) {
    private static final double MOST = 10_000_000;
    private static final double NANOS_PER_SECOND = 1e9;

    public Arrivals {
        if (!(ratePerSecond > 0 && ratePerSecond <= MOST)) {
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

    /** The same at another rate. */
    public Arrivals at(double rate) {
        return new Arrivals(rate, isPoisson, seed);
    }

    /** Nanoseconds from the start of a run, one after the other; the first of all at 0 where they are constant. */
    Times times(Share share) {
        return isPoisson ? new Drawn(share) : new Regular(share);
    }

    /** Of one run. */
    interface Times {
        /** When the next one is due. */
        double next();

        /** That one has left. */
        void advance();
    }

    private final class Regular implements Times {
        private final int step;
        private long number;

        Regular(Share share) {
            step = share.of();
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

    /** Several of these side by side are one of the sum of their rates. */
    private final class Drawn implements Times {
        private final SplittableRandom random;
        private final double nanosBetween;
        private double next;

        Drawn(Share share) {
            random = new SplittableRandom(seed + share.index());
            nanosBetween = NANOS_PER_SECOND / ratePerSecond * share.of();
            advance();
        }

        @Override
        public double next() {
            return next;
        }

        @Override
        public void advance() {
            // 1 minus a number that may be 0 and is below 1, so that there is a logarithm.
            next -= Math.log(1 - random.nextDouble()) * nanosBetween;
        }
    }
}

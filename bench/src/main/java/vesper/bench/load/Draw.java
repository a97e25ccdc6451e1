package vesper.bench.load;

import java.util.SplittableRandom;

/**
 * The counter and random numbers for the requests of one thread. Threads take counter values in turn, so that each
 * value is unique within the run.
 */
final class Draw {
    private final SplittableRandom random;
    private final int step;
    private long counter;

    Draw(long seed, Share share) {
        this.random = new SplittableRandom(seed + share.index());
        this.step = share.of();
        this.counter = share.index() + 1L - step;
    }

    /** Moves to the next request. */
    void advance() {
        counter += step;
    }

    /** Returns the number of the current request; the first is 1. */
    long counter() {
        return counter;
    }

    SplittableRandom random() {
        return random;
    }
}

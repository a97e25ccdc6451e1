package vesper.bench.load;

import java.util.SplittableRandom;

/**
 * The counter and random numbers for the requests of one thread. Threads take counter values in turn, so that each
 * value is unique within the run.
 */
final class RenderContext {
    private final SplittableRandom random;
    private final int step;
    private long counter;

    RenderContext(long seed, Share share) {
        this.random = new SplittableRandom(seed + share.index());
        this.step = share.total();
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

package vesper.bench.load;

import java.util.SplittableRandom;

/** What the requests of one thread are rendered with. Threads count in turn, so that no two requests have one number. */
final class Draw {
    private final SplittableRandom random;
    private final int step;
    private long counter;

    Draw(long seed, Share share) {
        this.random = new SplittableRandom(seed + share.index());
        this.step = share.of();
        this.counter = share.index() + 1L - step;
    }

    /** For one more request. */
    void advance() {
        counter += step;
    }

    /** Of the request, 1 for the first. */
    long counter() {
        return counter;
    }

    SplittableRandom random() {
        return random;
    }
}

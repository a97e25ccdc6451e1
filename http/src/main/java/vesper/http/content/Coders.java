package vesper.http.content;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts the streams that are coded: each holds up to a megabyte outside of the heap, for as long as its client wishes. */
final class Coders {
    private final int most;
    private final AtomicInteger running = new AtomicInteger();

    Coders(int most) {
        this.most = most;
    }

    /** Whether one more may begin; a few that ask at the same moment may all be told so. */
    boolean haveRoom() {
        return running.get() < most;
    }

    void begin() {
        running.incrementAndGet();
    }

    void end() {
        running.decrementAndGet();
    }
}

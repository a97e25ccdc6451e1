package vesper.http.content;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the streams that are coded: each holds up to a megabyte outside of the heap, for as long as its client wishes.
 */
final class Coders {
    private final int most;
    private final AtomicInteger running = new AtomicInteger();

    Coders(int most) {
        this.most = most;
    }

    /** Whether one more may begin; it has begun then, and must {@linkplain #end end} once. */
    boolean tryBegin() {
        if (running.incrementAndGet() <= most) return true;
        running.decrementAndGet();
        return false;
    }

    void end() {
        running.decrementAndGet();
    }
}

package vesper.http.content;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A limit on the number of streams that are being coded: each holds up to a megabyte of native memory for as long as
 * its client is slow.
 */
final class Coders {
    private final int most;
    private final AtomicInteger running = new AtomicInteger();

    Coders(int most) {
        this.most = most;
    }

    /** Takes a slot, which must be released once with {@link #release}. Returns false if all are taken. */
    boolean tryAcquire() {
        if (running.incrementAndGet() <= most) return true;
        running.decrementAndGet();
        return false;
    }

    void release() {
        running.decrementAndGet();
    }
}

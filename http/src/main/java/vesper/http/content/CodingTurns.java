package vesper.http.content;

import java.util.concurrent.locks.LockSupport;

/**
 * Lets others have their turn while much content is coded: a virtual thread that computes holds its event loop, so it
 * waits for a moment after each {@value #TURN_BYTES} bytes, about a millisecond's work.
 *
 * <p>To yield is not enough, and a shorter moment is none: the loop would run the thread again before it looks at its
 * connections.
 */
final class CodingTurns {
    private static final int TURN_BYTES = 64 << 10;
    private static final long MOMENT_NANOS = 100_000;

    private int bytes;

    void took(int count) {
        bytes += count;
        if (bytes < TURN_BYTES) return;
        bytes = 0;
        if (Thread.currentThread().isVirtual()) LockSupport.parkNanos(this, MOMENT_NANOS);
    }
}

package vesper.http.content;

import java.util.concurrent.locks.LockSupport;

/**
 * Pauses that let other connections proceed while much content is coded. A virtual thread that computes holds its event
 * loop, so it pauses after every {@value #TURN_BYTES} bytes, about a millisecond of work.
 *
 * <p>A yield is not enough, and neither is a shorter pause: the loop would run the thread again before it polls its
 * connections.
 */
final class CodingPauses {
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

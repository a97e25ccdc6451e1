package vesper.codec;

import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits how many large texts are written at once, and makes their writers pause. A text of a megabyte takes
 * milliseconds to write. A virtual thread that runs on an event loop would block every connection of that loop for that
 * time. It therefore pauses after each piece, and the loop handles pending events. A platform thread does not pause:
 * either no loop depends on it, or it is the loop's own thread, which must not wait.
 *
 * <p>As many large texts are written at once as there are processors, because every text in progress occupies memory.
 * The others wait in order. A text may keep its permit for long, if one of its getters waits for something. No text
 * waits longer than a second for a permit; after that it continues without one.
 */
final class LargeWrites {
    /** A piece takes half a millisecond to write with code that is not yet compiled. A pause takes a tenth of that. */
    static final int PIECE_BYTES = 64 << 10;

    private static final long MAX_WAIT_MILLIS = 1_000;

    private final Semaphore permits;

    LargeWrites(int max) {
        permits = new Semaphore(max, true);
    }

    static LargeWrites ofProcessors() {
        return new LargeWrites(Runtime.getRuntime().availableProcessors());
    }

    static boolean canPause() {
        return Thread.currentThread().isVirtual();
    }

    /** Waits for a permit. Returns whether it got one, which the caller then releases by {@link #release}. */
    boolean tryAcquire() throws InterruptedIOException {
        try {
            return permits.tryAcquire(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a large text waited to be written");
        }
    }

    /**
     * Frees the thread's carrier for other work. A yield would not: an event loop runs its own tasks before it reads
     * from its connections. After a park, the thread is resumed by the JDK's timer instead.
     */
    static void pause() {
        LockSupport.parkNanos(1);
    }

    void release() {
        permits.release();
    }

    int available() {
        return permits.availablePermits();
    }
}

package vesper.codec;

import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Who may go on with a large text. One of a megabyte takes milliseconds to write, and a virtual thread that an event
 * loop carries would hold up every connection of that loop meanwhile: it pauses after each piece, and the loop does
 * what has come up. A thread of the platform goes on: no loop waits for it, or it is one and must not wait.
 *
 * <p>Large texts are written a few at a time, as many as there are processors, the others wait for their turn in order:
 * all that are begun lie in memory. A text that waits for something itself, since a getter does, may keep its turn for
 * long; so nobody waits for one longer than a second, and goes on without.
 */
final class WritingTurns {
    /** Written in half a millisecond by code that is cold. A pause takes a tenth of that. */
    static final int PIECE_BYTES = 64 << 10;

    private static final long MOST_WAIT_MILLIS = 1_000;

    private final Semaphore turns;

    WritingTurns(int most) {
        turns = new Semaphore(most, true);
    }

    static WritingTurns ofProcessors() {
        return new WritingTurns(Runtime.getRuntime().availableProcessors());
    }

    static boolean mayPause() {
        return Thread.currentThread().isVirtual();
    }

    /** Waits for a turn; whether it got one, to be given back by {@link #end}. */
    boolean begin() throws InterruptedIOException {
        try {
            return turns.tryAcquire(MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a large text waited for its turn");
        }
    }

    /**
     * Lets others have the thread's carrier. A yield would not: a task that an event loop gives itself comes before
     * what its connections have sent, and this one comes from the JDK's timer.
     */
    static void pause() {
        LockSupport.parkNanos(1);
    }

    void end() {
        turns.release();
    }

    int free() {
        return turns.availablePermits();
    }
}

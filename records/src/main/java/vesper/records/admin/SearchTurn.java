package vesper.records.admin;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A search's permit, from {@link SearchTurns}. The searching thread may release it for a while. Any thread may close
 * it, more than once.
 */
final class SearchTurn implements AutoCloseable {
    static final long MOST_WAIT_MILLIS = 5_000;

    private final Semaphore turns;
    private final Runnable whenClosed;
    private boolean held = true;
    private boolean closed;

    /**
     * Creates a permit.
     *
     * @param turns the semaphore, acquired once by the caller
     */
    SearchTurn(Semaphore turns, Runnable whenClosed) {
        this.turns = turns;
        this.whenClosed = whenClosed;
    }

    /** Releases the permit for a while, so that others can search. */
    synchronized void pause() {
        if (held) turns.release();
        held = false;
    }

    /** Acquires the permit again; returns false after a timeout. */
    boolean goOn() throws InterruptedException {
        if (!turns.tryAcquire(MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) return false;
        synchronized (this) {
            if (closed || held) turns.release();
            else held = true;
        }
        return true;
    }

    @Override
    public synchronized void close() {
        pause();
        if (!closed) whenClosed.run();
        closed = true;
    }
}

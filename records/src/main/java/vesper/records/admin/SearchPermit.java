package vesper.records.admin;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A search's permit, from {@link SearchPermits}. The searching thread may release it for a while. Any thread may close
 * it, more than once.
 */
final class SearchPermit implements AutoCloseable {
    static final long MOST_WAIT_MILLIS = 5_000;

    private final Semaphore permits;
    private final Runnable whenClosed;
    private boolean held = true;
    private boolean closed;

    /**
     * Creates a permit.
     *
     * @param turns the semaphore, acquired once by the caller
     */
    SearchPermit(Semaphore turns, Runnable whenClosed) {
        this.permits = turns;
        this.whenClosed = whenClosed;
    }

    /** Releases the permit for a while, so that others can search. */
    synchronized void pause() {
        if (held) permits.release();
        held = false;
    }

    /** Acquires the permit again; returns false after a timeout. */
    boolean reacquire() throws InterruptedException {
        if (!permits.tryAcquire(MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) return false;
        synchronized (this) {
            if (closed || held) permits.release();
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

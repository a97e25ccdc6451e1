package vesper.records.admin;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * One search's turn among all, from {@link SearchTurns}. It may be given back for a while by the thread that searches;
 * whoever knows that the search is over closes it, once or more often, from any thread.
 */
final class SearchTurn implements AutoCloseable {
    static final long MOST_WAIT_MILLIS = 5_000;

    private final Semaphore turns;
    private final Runnable whenClosed;
    private boolean held = true;
    private boolean closed;

    /** @param turns one of which has been taken */
    SearchTurn(Semaphore turns, Runnable whenClosed) {
        this.turns = turns;
        this.whenClosed = whenClosed;
    }

    /** Others may search meanwhile. */
    synchronized void pause() {
        if (held) turns.release();
        held = false;
    }

    /** Waits for a turn again; false where there is none in time. */
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

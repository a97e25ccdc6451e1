package vesper.records.admin;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/**
 * Permits for searches. At most {@value #AT_ONCE} run at once; a few more wait, each for up to five seconds. A search
 * that streams its hits releases its permit while its client does not read. There are at most {@value #LINES_AT_ONCE}
 * of these, with and without a permit.
 */
final class SearchPermits {
    static final int AT_ONCE = 4;
    private static final int LINES_AT_ONCE = 8;
    /** Limit of waiting searches. Each blocks a thread that others may need. */
    private static final int MOST_WAITING = 16;

    private final Semaphore permits = new Semaphore(AT_ONCE);
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private final Semaphore lines = new Semaphore(LINES_AT_ONCE);

    /**
     * Acquires a permit.
     *
     * @throws ProblemException if no permit becomes available in time
     */
    SearchPermit take() throws InterruptedException {
        return take(() -> {});
    }

    /**
     * Acquires a permit for a search that streams its hits.
     *
     * @throws ProblemException if no permit becomes available in time
     */
    SearchPermit takeForLines() throws InterruptedException {
        if (!lines.tryAcquire()) throw tooMany(LINES_AT_ONCE + " searches send lines already; try again later");
        try {
            return take(lines::release);
        } catch (ProblemException | InterruptedException e) {
            lines.release();
            throw e;
        }
    }

    private SearchPermit take(Runnable whenClosed) throws InterruptedException {
        if (!permits.tryAcquire() && !acquireInTime()) {
            throw tooMany("There are " + AT_ONCE + " searches already, and others wait; try again later");
        }
        return new SearchPermit(permits, whenClosed);
    }

    private boolean acquireInTime() throws InterruptedException {
        if (!waiting.tryAcquire()) return false;
        try {
            return permits.tryAcquire(SearchPermit.MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } finally {
            waiting.release();
        }
    }

    private static ProblemException tooMany(String reason) {
        return ProblemType.UNAVAILABLE
                .because(reason)
                .header("Retry-After", "1")
                .exception();
    }
}

package vesper.records.admin;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/**
 * Lets {@value #AT_ONCE} search at once, and a few wait for it, each for five seconds. Those whose hits are sent while they are found give their turn back while their
 * client reads nothing; of these there are {@value #LINES_AT_ONCE}, with and without a turn.
 */
final class SearchTurns {
    static final int AT_ONCE = 4;
    private static final int LINES_AT_ONCE = 8;
    /** Each of them has a thread that others may need. */
    private static final int MOST_WAITING = 16;

    private final Semaphore turns = new Semaphore(AT_ONCE);
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private final Semaphore lines = new Semaphore(LINES_AT_ONCE);

    /** @throws ProblemException where there is none in time */
    SearchTurn take() throws InterruptedException {
        return take(() -> {});
    }

    /** As above, for a search whose hits are sent while they are found. */
    SearchTurn takeForLines() throws InterruptedException {
        if (!lines.tryAcquire()) throw tooMany(LINES_AT_ONCE + " searches send lines already; try again later");
        try {
            return take(lines::release);
        } catch (ProblemException | InterruptedException e) {
            lines.release();
            throw e;
        }
    }

    private SearchTurn take(Runnable whenClosed) throws InterruptedException {
        if (!turns.tryAcquire() && !isItsTurnInTime()) {
            throw tooMany("There are " + AT_ONCE + " searches already, and others wait; try again later");
        }
        return new SearchTurn(turns, whenClosed);
    }

    private boolean isItsTurnInTime() throws InterruptedException {
        if (!waiting.tryAcquire()) return false;
        try {
            return turns.tryAcquire(SearchTurn.MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
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

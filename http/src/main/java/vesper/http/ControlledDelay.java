package vesper.http;

import java.util.concurrent.TimeUnit;

/**
 * A load shedder that decides which requests have waited too long in a queue. It learns how long each one has waited
 * when it leaves the queue.
 *
 * <p>As long as waits are short from time to time, the queue is only a buffer, and a burst may take its time. A queue
 * in which every request waits makes every response late and serves no additional client. Shedding starts when some
 * request has waited longer than {@linkplain #PATIENCE five times the target} in every turn for 100 ms, or when one
 * request has waited longer than 25 times the target. It refuses all requests that have waited longer than the target,
 * and ends when there were none for 100 ms. That may have been luck: within a second of the last late request, two
 * turns with waits above the target start it again.
 *
 * <p>The idea is that of CoDel (Nichols and Jacobson, RFC 8289) in the form for servers by Maurer ("Fail at Scale", ACM
 * Queue 13(8), 2015), with two differences. The wait that starts shedding is longer than the wait that is then allowed,
 * so that a closed loop of some dozens of clients is left alone. And one long turn does not suffice, so that a pause of
 * the whole process does not count as overload.
 *
 * <p>Used by one thread at a time. Times are those of {@link System#nanoTime}.
 */
final class ControlledDelay {
    static final int PATIENCE = 5;
    static final int LONGEST = 25;
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long WARY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long targetNanos;
    private boolean overloaded;
    /** True while overloaded, and for a second after. */
    private boolean wary;
    /** Late requests: whether this turn had one, and the number of consecutive turns with one. */
    private boolean lateInTurn;

    private int lateTurns;
    private long lateSince;
    private long lastLate;

    ControlledDelay(long targetNanos) {
        this.targetNanos = targetNanos;
    }

    /** Returns the wait above which the caller must ask {@link #isTooLate}. */
    long thresholdNanos() {
        return wary ? targetNanos : PATIENCE * targetNanos;
    }

    /** Starts a turn, one pass over the queue. */
    void startTurn(long now) {
        if (!lateInTurn) lateTurns = 0;
        lateInTurn = false;
        endIfCalm(now);
    }

    /** Ends shedding if no request was late for a while. Also called when no requests arrive. */
    void endIfCalm(long now) {
        if (!wary) return;
        long calm = now - lastLate;
        if (overloaded && calm >= INTERVAL_NANOS) {
            overloaded = false;
            lateTurns = 0;
        }
        if (calm >= WARY_NANOS) wary = false;
    }

    /** Returns whether to refuse a request that has waited longer than {@link #thresholdNanos}. */
    boolean isTooLate(long now, long waitedNanos) {
        lastLate = now;
        if (!lateInTurn) {
            lateInTurn = true;
            if (lateTurns++ == 0) lateSince = now;
        }
        boolean lasts = lateTurns >= 2 && (wary || now - lateSince >= INTERVAL_NANOS);
        if (lasts || waitedNanos > LONGEST * targetNanos) {
            overloaded = true;
            wary = true;
        }
        return overloaded;
    }
}

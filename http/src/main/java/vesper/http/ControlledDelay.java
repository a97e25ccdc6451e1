package vesper.http;

import java.util.concurrent.TimeUnit;

/**
 * Decides who has waited too long in one queue, from how long each has waited when its turn comes.
 *
 * <p>As long as waits are short now and then, a queue is only a buffer, and a burst may take its time. A queue in which
 * everyone waits is of no use: it makes every answer late and serves nobody more. So once requests have waited longer
 * than {@linkplain #PATIENCE five times the target} in every turn for 100 ms, or one longer than 25 times the target,
 * whoever has waited longer than the target is refused, until nobody has for 100 ms. That may have been luck: within a
 * second of the last that was late, two turns of waits longer than the target begin refusals again.
 *
 * <p>The idea is that of CoDel (Nichols and Jacobson, RFC 8289) in the form for servers by Maurer ("Fail at Scale", ACM
 * Queue 13(8), 2015), with two differences. The wait that begins the refusals is longer than the one that they keep to,
 * so that a closed loop of some dozens of clients is left alone. And one long turn is not enough, so that a pause of
 * the whole process is no overload.
 *
 * <p>Used by one thread at a time. Times are of {@link System#nanoTime}.
 */
final class ControlledDelay {
    static final int PATIENCE = 5;
    static final int LONGEST = 25;
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long WARY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long targetNanos;
    private boolean overloaded;
    /** Whether it is overloaded, or was a moment ago. */
    private boolean wary;
    /** Whether somebody was late in this turn, and how many turns in a row it was so. */
    private boolean lateInTurn;

    private int lateTurns;
    private long lateSince;
    private long lastLate;

    ControlledDelay(long targetNanos) {
        this.targetNanos = targetNanos;
    }

    /** Who has waited longer than this is to be asked about. */
    long thresholdNanos() {
        return wary ? targetNanos : PATIENCE * targetNanos;
    }

    /** A turn begins, in which what waits is taken out. */
    void turn(long now) {
        if (!lateInTurn) lateTurns = 0;
        lateInTurn = false;
        look(now);
    }

    /** Ends the refusals where nobody was late for a while, be it that nobody came. */
    void look(long now) {
        if (!wary) return;
        long calm = now - lastLate;
        if (overloaded && calm >= INTERVAL_NANOS) {
            overloaded = false;
            lateTurns = 0;
        }
        if (calm >= WARY_NANOS) wary = false;
    }

    /** Whether one that has waited longer than {@link #thresholdNanos} is too late. */
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

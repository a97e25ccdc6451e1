package vesper.http;

import java.util.concurrent.TimeUnit;

/**
 * Decides on how many event loops the connections are served. On all of them, as long as processors are free: one that
 * is held by a handler then delays the fewest. Where processors are short and every handler is quick, as few as can
 * carry the load do more with the same processors: more requests come with each turn of a loop, and none has to be
 * woken.
 *
 * <p>Processors are measured in units of one: 0.5 is half of a processor's time.
 */
final class LoopCount {
    /** Gathered, loops need less; with a larger share of all free than this, processors are short no more. */
    private static final double FREE = 0.45;
    /** A loop that has no time left gets help as soon as this share of all processors is free. */
    private static final double HELPFUL = 0.15;

    private static final double BUSY = 0.9;
    /** How much a loop may have to do after gathering, by what all did before; gathered, they need a tenth less. */
    private static final double CARRIES = 1.05;

    private static final long LASTS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final int loops;
    private final int processors;
    private int count;
    /** Since when fewer would do, or when they began to do; 0 where neither is so. */
    private long since;

    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long pausedUntil;

    LoopCount(int loops, int processors) {
        this.loops = loops;
        this.processors = processors;
        this.count = loops;
    }

    /**
     * What was seen of a stretch of time.
     *
     * @param all what the loops took together
     * @param most what the busiest of them took
     * @param idle what was free of all processors
     * @param quick whether handlers neither hold loops for long nor wait
     */
    record Seen(double all, double most, double idle, boolean quick) {}

    /** How many loops are to serve connections from now on. */
    int next(Seen seen, long now) {
        if (count < loops) {
            if (isOver(seen)) spread();
            else if (isTooFew(seen)) giveUp(now);
            return count;
        }
        if (areFree(seen)) forgive(now);
        int fewest = fewest(seen);
        if (fewest == loops || now - pausedUntil < 0) {
            since = 0;
        } else if (since == 0) {
            since = now;
        } else if (now - since >= LASTS_NANOS) {
            count = fewest;
            since = now;
        }
        return count;
    }

    private boolean isOver(Seen seen) {
        return areFree(seen) && seen.most() < BUSY;
    }

    private boolean areFree(Seen seen) {
        return seen.idle() >= FREE * processors;
    }

    private boolean isTooFew(Seen seen) {
        return !seen.quick() || (seen.most() >= BUSY && seen.idle() >= HELPFUL * processors);
    }

    private int fewest(Seen seen) {
        if (!seen.quick() || !Processors.areShort(seen.idle(), processors)) return loops;
        return Math.clamp((int) Math.ceil(seen.all() / CARRIES), 1, loops);
    }

    /** What did not last is not tried again soon. */
    private void giveUp(long now) {
        boolean lasted = now - since >= pauseNanos;
        pauseNanos = lasted ? FIRST_PAUSE_NANOS : Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        pausedUntil = now + pauseNanos;
        spread();
    }

    /** The load that failed is over, and the next one may be another. */
    private void forgive(long now) {
        pauseNanos = FIRST_PAUSE_NANOS;
        pausedUntil = now;
    }

    private void spread() {
        count = loops;
        since = 0;
    }
}

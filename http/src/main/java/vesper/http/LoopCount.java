package vesper.http;

import java.util.concurrent.TimeUnit;

/**
 * The number of event loops that serve the connections. It is all of them while processors are free: a loop that a
 * handler holds then delays the fewest connections. If processors are short and every handler is quick, as few as can
 * carry the load do more with the same processors: each iteration of a loop handles more requests, and fewer loops have
 * to be woken.
 *
 * <p>CPU time is measured in processors: 0.5 is half of the time of one processor.
 */
final class LoopCount {
    /**
     * Share of all processors above which they are no longer short. It is higher than for gathering, because gathered
     * loops need less.
     */
    private static final double FREE = 0.45;
    /** Share of all processors that must be free to relieve a loop that has no time left. */
    private static final double HELPFUL = 0.15;

    private static final double BUSY = 0.9;
    /** Load planned for each loop, as measured before gathering. Above 1, since gathered loops need a tenth less. */
    private static final double CARRIES = 1.05;

    private static final long LASTS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long FIRST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final int loops;
    private final int processors;
    private int count;
    /** When fewer loops would first have sufficed, or when they were put to use; 0 if neither. */
    private long since;

    private long pauseNanos = FIRST_PAUSE_NANOS;
    private long pausedUntil;

    LoopCount(int loops, int processors) {
        this.loops = loops;
        this.processors = processors;
        this.count = loops;
    }

    /**
     * Measurements over one period.
     *
     * @param all CPU time of all loops together
     * @param most CPU time of the busiest loop
     * @param idle CPU time free on all processors
     * @param quick whether handlers neither hold loops for long nor wait
     */
    record LoopMeasurement(double all, double most, double idle, boolean quick) {}

    /** Returns how many loops are to serve connections from now on. */
    int next(LoopMeasurement measured, long now) {
        if (count < loops) {
            if (isOver(measured)) spread();
            else if (isTooFew(measured)) abortGathering(now);
            return count;
        }
        if (areFree(measured)) forgive(now);
        int fewest = fewest(measured);
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

    private boolean isOver(LoopMeasurement measured) {
        return areFree(measured) && measured.most() < BUSY;
    }

    private boolean areFree(LoopMeasurement measured) {
        return measured.idle() >= FREE * processors;
    }

    private boolean isTooFew(LoopMeasurement measured) {
        return !measured.quick() || (measured.most() >= BUSY && measured.idle() >= HELPFUL * processors);
    }

    private int fewest(LoopMeasurement measured) {
        if (!measured.quick() || !Processors.areShort(measured.idle(), processors)) return loops;
        return Math.clamp((int) Math.ceil(measured.all() / CARRIES), 1, loops);
    }

    /** Spreads connections again, and delays the next attempt if this one did not last. */
    private void abortGathering(long now) {
        boolean lasted = now - since >= pauseNanos;
        pauseNanos = lasted ? FIRST_PAUSE_NANOS : Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
        pausedUntil = now + pauseNanos;
        spread();
    }

    /** Resets the delay: the load that failed is over, and the next one may differ. */
    private void forgive(long now) {
        pauseNanos = FIRST_PAUSE_NANOS;
        pausedUntil = now;
    }

    private void spread() {
        count = loops;
        since = 0;
    }
}

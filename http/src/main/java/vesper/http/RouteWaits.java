package vesper.http;

/**
 * The handlers of one route that wait on one event loop, and the limit on their number.
 *
 * <p>Usually there is no limit. A route becomes limited when three conditions hold: more than {@value #FLOOR} of its
 * handlers wait; for {@value #GROWING_ROUNDS} rounds more have started to wait than have ended; and a new handler would
 * wait twice as long as usual (by Little's law, the number waiting divided by the rate at which they end). From then on
 * the limit follows the measurements, in the manner of TCP Vegas and of Netflix' Gradient2. While the present duration
 * is more than twice the usual one, the limit shrinks by their ratio; otherwise it grows by its square root. It is
 * removed when half of it has sufficed for {@value #CALM_ROUNDS} rounds. The usual duration is learned while there is
 * no limit: decreases at once, increases slowly, so that an overload does not become the norm.
 *
 * <p>Long polls look similar while there is no news: their durations grow, but as many end as start. The floor covers
 * those for which that is not so. Used by the loop's thread only.
 */
final class RouteWaits {
    static final int FLOOR = 64;
    static final int GROWING_ROUNDS = 2;
    static final int CALM_ROUNDS = 8;
    private static final double TOLERANCE = 2;
    private static final double LEARNED_UPWARDS = 0.05;
    private static final int UNLIMITED = Integer.MAX_VALUE;

    private int waiting;
    private int limit = UNLIMITED;
    /** 0 until measured. */
    private double usualNanos;

    // Counts of the current round.
    private int began;
    private int ended;
    private long endedNanos;
    private int mostWaiting;
    private boolean refused;

    private int growingRounds;
    private int calmRounds;
    private int idleRounds;

    void began() {
        began++;
        mostWaiting = Math.max(mostWaiting, ++waiting);
    }

    void ended(long durationNanos) {
        waiting--;
        ended++;
        endedNanos += durationNanos;
    }

    boolean isFull() {
        return waiting >= limit;
    }

    void refusedOne() {
        refused = true;
    }

    boolean isLimited() {
        return limit != UNLIMITED;
    }

    int idleRounds() {
        return idleRounds;
    }

    /**
     * Ends a round of the loop.
     *
     * @param roundNanos duration of the round
     */
    void round(long roundNanos) {
        idleRounds = began == 0 && waiting == 0 ? idleRounds + 1 : 0;
        if (isLimited()) adapt();
        else watch(roundNanos);
        began = 0;
        ended = 0;
        endedNanos = 0;
        mostWaiting = waiting;
        refused = false;
    }

    private void watch(long roundNanos) {
        boolean grows = waiting > FLOOR && began > ended + ended / 10;
        if (!grows) {
            growingRounds = 0;
            learn();
            return;
        }
        if (usualNanos == 0) learn();
        double ahead = ended == 0 ? Double.MAX_VALUE : (double) waiting * roundNanos / ended;
        if (++growingRounds < GROWING_ROUNDS || ahead < TOLERANCE * usualNanos) return;
        growingRounds = 0;
        calmRounds = 0;
        limit = Math.max(FLOOR, (int) Math.min(waiting, TOLERANCE * usualNanos * ended / roundNanos));
    }

    private void learn() {
        if (ended == 0) return;
        double mean = (double) endedNanos / ended;
        if (usualNanos == 0 || mean < usualNanos) usualNanos = mean;
        else usualNanos += LEARNED_UPWARDS * (mean - usualNanos);
    }

    private void adapt() {
        boolean isUsed = refused || mostWaiting > limit / 2;
        calmRounds = isUsed ? 0 : calmRounds + 1;
        if (calmRounds >= CALM_ROUNDS) {
            limit = UNLIMITED;
            return;
        }
        if (!isUsed || ended == 0) return;
        double mean = Math.max(1, (double) endedNanos / ended);
        double gradient = Math.clamp(TOLERANCE * usualNanos / mean, 0.5, 1);
        limit = Math.max(FLOOR, (int) Math.min(1 << 20, limit * gradient + Math.sqrt(limit)));
    }
}

package vesper.http;

/**
 * The handlers of one route that wait on one event loop, and how many may.
 *
 * <p>Usually as many as come. A route is limited once more than {@value #FLOOR} of its handlers wait, more have begun
 * to than have ended for {@value #GROWING_ROUNDS} rounds, and who begins now would wait twice as long as usual (by
 * Little's law, as many as wait through as many as end per time). From then on the limit follows what is
 * measured, in the manner of TCP Vegas and of Netflix' Gradient2: it shrinks with the usual duration through the
 * present one while that is more than twice the usual, and grows by its root otherwise. It falls away when half of it
 * has been enough for {@value #CALM_ROUNDS} rounds. The usual duration is learned while there is no limit: downwards at
 * once, upwards slowly, so that an overload does not become the usual thing.
 *
 * <p>Long polls look the same whenever there is news for nobody: their durations grow, but as many end as begin. The
 * floor is for those that do not. Touched by the loop's thread alone.
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
    /** 0 until something is known. */
    private double usualNanos;

    // Of the round at hand.
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

    /** A round of the loop is over, which took so long. */
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

package vesper.http;

/** A check that content arrives fast enough, over windows of {@link HttpLimits#bodyGrace}. */
final class ContentRate {
    private final HttpLimits limits;
    private long windowMillis;
    private long receivedBefore;

    ContentRate(HttpLimits limits) {
        this.limits = limits;
    }

    /**
     * Returns whether the last window was too slow. Called once per round of the loop while content is expected.
     *
     * @param received content bytes so far
     */
    boolean isTooSlow(long received) {
        windowMillis += Loop.ROUND_MILLIS;
        if (windowMillis < limits.bodyGrace().toMillis()) return false;
        boolean tooSlow = (received - receivedBefore) * 1000 < windowMillis * limits.bodyBytesPerSecond();
        receivedBefore = received;
        windowMillis = 0;
        return tooSlow;
    }
}

package vesper.http;

/** Whether content comes as fast as it must, by windows of {@link HttpLimits#bodyGrace}. */
final class ContentRate {
    private final HttpLimits limits;
    private long windowMillis;
    private long receivedBefore;

    ContentRate(HttpLimits limits) {
        this.limits = limits;
    }

    /** Called once per round of the loop while content is waited for, with what has come of it in all. */
    boolean isTooSlow(long received) {
        windowMillis += Loop.ROUND_MILLIS;
        if (windowMillis < limits.bodyGrace().toMillis()) return false;
        boolean tooSlow = (received - receivedBefore) * 1000 < windowMillis * limits.bodyBytesPerSecond();
        receivedBefore = received;
        windowMillis = 0;
        return tooSlow;
    }
}

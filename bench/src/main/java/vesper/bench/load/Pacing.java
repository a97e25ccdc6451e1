package vesper.bench.load;

/**
 * Says when a request may leave. Times are {@link System#nanoTime()}; only their differences mean something.
 *
 * <p>In a closed loop any connection that is free may send until the duration is over or the count is reached. At a
 * fixed rate the request number k is due k/rate after the start; one that finds no free connection keeps its due time.
 */
final class Pacing {
    private static final double NANOS_PER_SECOND = 1e9;

    private final long startedAt;
    private final long endsAt;
    private final double ratePerSecond;
    private final long total;
    private long issued;

    private Pacing(long startedAt, long endsAt, double ratePerSecond, long total) {
        this.startedAt = startedAt;
        this.endsAt = endsAt;
        this.ratePerSecond = ratePerSecond;
        this.total = total;
    }

    static Pacing of(LoadPlan plan, long now) {
        long durationNanos = plan.duration().toNanos();
        double rate = plan.ratePerSecond();
        long dueWithinDuration = rate > 0 ? (long) Math.ceil(durationNanos / NANOS_PER_SECOND * rate) : Long.MAX_VALUE;
        return new Pacing(now, now + durationNanos, rate, Math.min(plan.requests(), dueWithinDuration));
    }

    boolean isFixedRate() {
        return ratePerSecond > 0;
    }

    /** Whether a request may leave now. */
    boolean mayIssue(long now) {
        if (issued >= total) return false;
        return isFixedRate() ? nextDueAt() - now <= 0 : now - endsAt < 0;
    }

    /** Whether any request may still leave, now or later. */
    boolean isOpen(long now) {
        if (issued >= total) return false;
        return isFixedRate() || now - endsAt < 0;
    }

    /** Counts one request as sent and tells from when its latency counts. */
    long issue(long now) {
        long start = isFixedRate() ? nextDueAt() : now;
        issued++;
        return start;
    }

    long nextDueAt() {
        return startedAt + (long) (issued * (NANOS_PER_SECOND / ratePerSecond));
    }

    long endsAt() {
        return endsAt;
    }

    /** Gives up what has not left yet. @return how many requests that were due */
    long abandon() {
        long abandoned = isFixedRate() ? total - issued : 0;
        issued = total;
        return abandoned;
    }
}

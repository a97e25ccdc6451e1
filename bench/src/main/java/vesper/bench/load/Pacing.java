package vesper.bench.load;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides when requests may be sent. Times are those of {@link System#nanoTime()}; only their differences have a
 * meaning.
 *
 * <p>In a closed loop any free connection may send until the duration is over or the count is reached. With arrivals,
 * each request has its own due time, and keeps it even if it has to wait for a free connection.
 */
final class Pacing {
    private final long startedAt;
    private final long endsAt;
    /** Null in a closed loop. */
    private final Arrivals.@Nullable DueTimes due;

    private final long max;
    private long sent;

    private Pacing(long startedAt, long endsAt, Arrivals.@Nullable DueTimes due, long most) {
        this.startedAt = startedAt;
        this.endsAt = endsAt;
        this.due = due;
        this.max = most;
    }

    static Pacing of(LoadPlan plan, Share share, long now) {
        Optional<Arrivals> arrivals = plan.arrivals();
        return new Pacing(
                now,
                now + plan.duration().toNanos(),
                arrivals.map(all -> all.times(share)).orElse(null),
                plan.requests() == Long.MAX_VALUE ? Long.MAX_VALUE : share.count(plan.requests()));
    }

    boolean isFixedRate() {
        return due != null;
    }

    /** Returns whether a request may be sent now. */
    boolean maySend(long now) {
        if (!hasMore(now)) return false;
        return due == null || nextDueAt() - now <= 0;
    }

    /** Returns whether further requests may be sent, now or later. */
    boolean hasMore(long now) {
        if (sent >= max) return false;
        return (due == null ? now : nextDueAt()) - endsAt < 0;
    }

    /** Counts a request as sent and returns the start of its latency. */
    long countSent(long now) {
        sent++;
        if (due == null) return now;
        long start = nextDueAt();
        due.advance();
        return start;
    }

    long nextDueAt() {
        if (due == null) throw new IllegalStateException("nothing is due in a closed loop");
        return startedAt + (long) due.next();
    }

    long endsAt() {
        return endsAt;
    }

    long sent() {
        return sent;
    }

    /**
     * Abandons all requests that have not been sent yet.
     *
     * @return how many of them were due
     */
    long abandon() {
        if (due == null) return 0;
        long abandoned = 0;
        for (; sent + abandoned < max && nextDueAt() - endsAt < 0; abandoned++) due.advance();
        return abandoned;
    }
}

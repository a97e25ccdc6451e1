package vesper.bench.load;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says when a request may leave. Times are {@link System#nanoTime()}; only their differences mean something.
 *
 * <p>In a closed loop any connection that is free may send until the duration is over or the count is reached. With
 * arrivals each request is due at a time of its own; one that finds no free connection keeps its due time.
 */
final class Pacing {
    private final long startedAt;
    private final long endsAt;
    /** Null in a closed loop. */
    private final Arrivals.@Nullable Times due;

    private final long most;
    private long issued;

    private Pacing(long startedAt, long endsAt, Arrivals.@Nullable Times due, long most) {
        this.startedAt = startedAt;
        this.endsAt = endsAt;
        this.due = due;
        this.most = most;
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

    /** Whether a request may leave now. */
    boolean mayIssue(long now) {
        if (!isOpen(now)) return false;
        return due == null || nextDueAt() - now <= 0;
    }

    /** Whether any request may still leave, now or later. */
    boolean isOpen(long now) {
        if (issued >= most) return false;
        return (due == null ? now : nextDueAt()) - endsAt < 0;
    }

    /** Counts one request as sent and tells from when its latency counts. */
    long issue(long now) {
        issued++;
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

    long issued() {
        return issued;
    }

    /** Gives up what has not left yet. @return how many requests that were due */
    long abandon() {
        if (due == null) return 0;
        long abandoned = 0;
        for (; issued + abandoned < most && nextDueAt() - endsAt < 0; abandoned++) due.advance();
        return abandoned;
    }
}

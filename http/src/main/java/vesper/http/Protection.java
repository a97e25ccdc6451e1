package vesper.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Overload protection of one event loop. It refuses requests that have waited too long for the loop
 * ({@link ControlledDelay}), and requests whose handlers would only queue behind others ({@link RouteWaits}). Used by
 * the loop's thread only.
 *
 * <p>A request that is in time costs one comparison. All further work is done only for requests that are late, or whose
 * handlers block, which costs far more.
 */
final class Protection {
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(Loop.ROUND_MILLIS);
    /** Rounds after which an unused route is forgotten: ten minutes. */
    private static final int REMEMBERED_ROUNDS = 2400;
    /** Routes beyond this number are counted as one. */
    private static final int MOST_ROUTES = 10_000;

    private final Destinations destinations;
    private final RejectionCounts refused;
    private final PollTimes polls;
    private final ControlledDelay delay;
    private final int mostWaitingInAll;
    private final IntSupplier loops;

    /** Estimated wait of the queued requests before they were read. */
    private long waitedUnread;
    /** Before this time no queued request can be late. */
    private long inTimeUntil;
    /**
     * True for the first request of a turn, which is handled however late it is: otherwise a loop might do nothing but
     * refuse.
     */
    private boolean isFirst;

    private final Map<String, RouteWaits> routes = new HashMap<>();
    private int waiting;
    /** True if a route is limited or too many handlers wait, so that every request must be checked. */
    private boolean limits;

    /** @param loops returns how many loops serve connections at the moment */
    Protection(
            OverloadSettings settings,
            IntSupplier loops,
            Destinations destinations,
            RejectionCounts refused,
            PollTimes polls) {
        this.destinations = destinations;
        this.refused = refused;
        this.polls = polls;
        delay = new ControlledDelay(settings.target().toNanos());
        mostWaitingInAll = settings.mostWaiting();
        this.loops = loops;
    }

    /** Starts a turn, when a request is added to the empty queue. */
    void arrived(long readAt) {
        isFirst = true;
        delay.startTurn(readAt);
        waitedUnread = polls.waitedBefore(readAt);
        inTimeUntil = readAt - waitedUnread + delay.thresholdNanos();
    }

    /** Returns why a request is refused; null to handle it. */
    @Nullable
    OverloadReason refuses(Requester requester, Request request, long now) {
        boolean mayBeLate = now - inTimeUntil > 0;
        boolean first = isFirst;
        isFirst = false;
        if (!mayBeLate && !limits) return null;
        OverloadReason reason = mayBeLate && isLate(requester, now) && !first ? OverloadReason.LATE : null;
        return reason == null && !limits ? null : withRespectOf(request, reason);
    }

    private boolean isLate(Requester requester, long now) {
        long waited = now - requester.readAt() + waitedUnread;
        long threshold = delay.thresholdNanos();
        if (waited > threshold) return delay.isTooLate(now, waited);
        inTimeUntil = now + threshold - waited;
        return false;
    }

    /** Decides with the request's route, as named by the routing table; paths are never compared. */
    private @Nullable OverloadReason withRespectOf(Request request, @Nullable OverloadReason late) {
        Destination destination = destinations.of(request);
        OverloadReason reason = late != null ? late : fullness(destination);
        if (reason == null || destination.audience().isVital()) return null;
        request.route(destination.route());
        refused.add(reason);
        return reason;
    }

    private @Nullable OverloadReason fullness(Destination destination) {
        if (waiting >= mostWaiting()) return OverloadReason.ALL_WAITING;
        RouteWaits waits = routes.get(destination.route());
        if (waits == null || !waits.isFull()) return null;
        waits.refusedOne();
        return OverloadReason.SLOW_ROUTE;
    }

    /** Records that a handler of this route has started to wait. */
    RouteWaits began(String route) {
        RouteWaits known = routes.get(route);
        RouteWaits waits = known != null ? known : added(route);
        waits.began();
        if (++waiting >= mostWaiting()) limits = true;
        return waits;
    }

    private RouteWaits added(String route) {
        return routes.computeIfAbsent(routes.size() < MOST_ROUTES ? route : "", _ -> new RouteWaits());
    }

    /** Returns this loop's part of the limit on waiting handlers of the server. */
    private int mostWaiting() {
        return Math.max(1, mostWaitingInAll / Math.max(1, loops.getAsInt()));
    }

    /** Returns the number of waiting handlers. */
    int waiting() {
        return waiting;
    }

    void ended(RouteWaits waits, long durationNanos) {
        waits.ended(durationNanos);
        waiting--;
    }

    /** Adapts the limits of all routes to what happened since the last round. */
    void round(long now) {
        delay.endIfCalm(now);
        boolean any = waiting >= mostWaiting();
        for (RouteWaits waits : routes.values()) {
            waits.round(ROUND_NANOS);
            any |= waits.isLimited();
        }
        limits = any;
        routes.values().removeIf(waits -> waits.idleRounds() > REMEMBERED_ROUNDS);
    }
}

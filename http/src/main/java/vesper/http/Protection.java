package vesper.http;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What keeps one event loop from promising more than it can do: requests that have waited too long for it are refused
 * before their handlers begin ({@link ControlledDelay}), and so are those whose handlers would only wait
 * behind others ({@link RouteWaits}). Touched by the loop's thread alone.
 *
 * <p>A request that is in time costs one comparison. Whatever takes more is done for those that are late, or whose
 * handlers wait, which costs far more.
 */
final class Protection {
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(Loop.ROUND_MILLIS);
    /** A route that nobody has waited for is forgotten after ten minutes. */
    private static final int REMEMBERED_ROUNDS = 2400;
    /** Of more routes than this, the rest is counted as one. */
    private static final int MOST_ROUTES = 10_000;

    private final Destinations destinations;
    private final Refused refused;
    private final PollTimes polls;
    private final ControlledDelay delay;
    private final int mostWaitingInAll;
    private final IntSupplier loops;

    /** Of what is in the queue: how long it had waited when it was read. */
    private long waitedUnread;
    /** Until here nothing in the queue can be late. */
    private long inTimeUntil;
    /** The first one of a turn is handled however late it is: a loop that only refuses would serve nobody. */
    private boolean isFirst;

    private final Map<String, RouteWaits> routes = new HashMap<>();
    private int waiting;
    /** Whether a handler that waits may be one too many. */
    private boolean limits;

    /** @param loops how many serve connections at the moment */
    Protection(
            OverloadSettings settings, IntSupplier loops, Destinations destinations, Refused refused, PollTimes polls) {
        this.destinations = destinations;
        this.refused = refused;
        this.polls = polls;
        delay = new ControlledDelay(settings.target().toNanos());
        mostWaitingInAll = settings.mostWaiting();
        this.loops = loops;
    }

    /** Something was read and is put into the empty queue: a turn begins. */
    void arrived(long readAt) {
        isFirst = true;
        delay.turn(readAt);
        waitedUnread = polls.waitedBefore(readAt);
        inTimeUntil = readAt - waitedUnread + delay.thresholdNanos();
    }

    /** Why a request is not handled; null where it is. */
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

    /** Routes are told apart by the table that answers requests, never by what a path looks like. */
    private @Nullable OverloadReason withRespectOf(Request request, @Nullable OverloadReason late) {
        Destination destination = destinations.of(request);
        OverloadReason reason = late != null ? late : fullness(destination);
        if (reason == null || destination.vital()) return null;
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

    /** A handler of this route has begun to wait. */
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

    /** On this loop: its part of what may wait on all that serve connections. */
    private int mostWaiting() {
        return Math.max(1, mostWaitingInAll / Math.max(1, loops.getAsInt()));
    }

    /** Handlers that wait. */
    int waiting() {
        return waiting;
    }

    void ended(RouteWaits waits, long durationNanos) {
        waits.ended(durationNanos);
        waiting--;
    }

    /** Looks at what has become of every route since the last time. */
    void round(long now) {
        delay.look(now);
        boolean any = waiting >= mostWaiting();
        for (RouteWaits waits : routes.values()) {
            waits.round(ROUND_NANOS);
            any |= waits.isLimited();
        }
        limits = any;
        routes.values().removeIf(waits -> waits.idleRounds() > REMEMBERED_ROUNDS);
    }
}

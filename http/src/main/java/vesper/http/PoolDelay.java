package vesper.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/** {@link ControlledDelay} for requests that wait for a platform thread. Thread-safe: the pool's threads call it. */
final class PoolDelay {
    private final ControlledDelay delay;
    private final Destinations destinations;
    private final RejectionCounts refused;

    PoolDelay(OverloadSettings settings, Destinations destinations, RejectionCounts refused) {
        delay = new ControlledDelay(settings.target().toNanos());
        this.destinations = destinations;
        this.refused = refused;
    }

    /** Returns why a request that has waited since then is refused; null to handle it. */
    @Nullable
    OverloadReason refuses(Request request, long since, ExecutorService pool) {
        // A thread that would otherwise be idle may as well answer.
        boolean isLast =
                pool instanceof ThreadPoolExecutor threads && threads.getQueue().isEmpty();
        if (!isTooLate(System.nanoTime(), since) || isLast) return null;
        Destination destination = destinations.of(request);
        if (destination.audience().isVital()) return null;
        request.route(destination.route());
        refused.add(OverloadReason.LATE);
        return OverloadReason.LATE;
    }

    private synchronized boolean isTooLate(long now, long since) {
        delay.startTurn(now);
        long waited = now - since;
        return waited > delay.thresholdNanos() && delay.isTooLate(now, waited);
    }
}

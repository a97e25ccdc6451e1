package vesper.records.capture;

import java.util.HashMap;
import java.util.Map;

/** What was asked of {@link Routes} and is still true. Used by one thread. */
final class KnownRoutes {
    private static final int MOST = 10_000;

    private final Routes routes;
    private final Map<String, RouteFacts> known = new HashMap<>();
    private long changes;
    private String last = "";
    private RouteFacts factsOfLast = RouteFacts.UNKNOWN;

    KnownRoutes(Routes routes) {
        this.routes = routes;
    }

    RouteFacts facts(String route) {
        long now = routes.changes();
        if (now != changes) forget(now);
        // Those that are called again and again are the very same text.
        if (isLast(route)) return factsOfLast;
        if (known.size() >= MOST) known.clear();
        factsOfLast = known.computeIfAbsent(route, routes::facts);
        last = route;
        return factsOfLast;
    }

    @SuppressWarnings("ReferenceEquality") // A different text that is equal is looked up, and found.
    private boolean isLast(String route) {
        return route == last;
    }

    private void forget(long now) {
        known.clear();
        last = "";
        factsOfLast = RouteFacts.UNKNOWN;
        changes = now;
    }
}

package vesper.records.capture;

import java.util.HashMap;
import java.util.Map;

/** A cache of {@link Routes#facts}, cleared when the routes change. Not thread-safe. */
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
        // Consecutive requests of one route pass the same String instance.
        if (isLast(route)) return factsOfLast;
        if (known.size() >= MOST) known.clear();
        factsOfLast = known.computeIfAbsent(route, routes::facts);
        last = route;
        return factsOfLast;
    }

    @SuppressWarnings("ReferenceEquality") // An equal text that is another instance is found in the map.
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

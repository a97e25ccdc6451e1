package vesper.http;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The calls that were the first of their route to hold an event loop for long. Much of such a call is loading and
 * linking of classes. That happens once, and on every loop that starts a first call at the same time, so it says
 * nothing about later calls.
 *
 * <p>A route that is published again has a different name object, and counts as new. At most {@value #MOST_ROUTES}
 * routes are tracked, the most recent ones. Used by one thread.
 */
final class FirstCalls {
    private static final int MOST_ROUTES = 1024;

    /** The first request of a route on each loop, weakly referenced. */
    private record Firsts(WeakReference<String> name, Map<Integer, WeakReference<Request>> byLoop) {}

    private final Map<String, Firsts> byRoute = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Firsts> eldest) {
            return size() > MOST_ROUTES;
        }
    };

    /** Returns whether this request is the first of its route to hold this loop, now or a moment ago. */
    boolean isFirst(int loop, Request request) {
        String route = request.route();
        Firsts firsts = byRoute.get(route);
        if (firsts == null || !firsts.name.refersTo(route)) {
            firsts = new Firsts(new WeakReference<>(route), new HashMap<>());
            byRoute.put(route, firsts);
        }
        return firsts.byLoop
                .computeIfAbsent(loop, _ -> new WeakReference<>(request))
                .refersTo(request);
    }
}

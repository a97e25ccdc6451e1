package vesper.http;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The calls that were the first of their route to hold an event loop for long. Much of such a call is loading and
 * linking what it needs, which happens once, and on each loop that begins at the same time; no later call can help it
 * or is like it.
 *
 * <p>A route that is published again has a name that is another object, and begins anew. At most {@value #MOST_ROUTES}
 * routes are known, those that held a loop last. One thread asks.
 */
final class FirstCalls {
    private static final int MOST_ROUTES = 1024;

    /** What the loops were held by, without keeping it. */
    private record Firsts(WeakReference<String> name, Map<Integer, WeakReference<Request>> byLoop) {}

    private final Map<String, Firsts> byRoute = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Firsts> eldest) {
            return size() > MOST_ROUTES;
        }
    };

    /** Whether a request that holds this loop is the first of its route to do that there, now or a moment ago. */
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

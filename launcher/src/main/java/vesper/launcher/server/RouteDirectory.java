package vesper.launcher.server;

import java.util.HashMap;
import java.util.Map;
import vesper.http.Audience;
import vesper.http.Destination;
import vesper.http.Request;
import vesper.records.capture.RouteFacts;
import vesper.records.capture.Routes;
import vesper.rest.operations.Operation;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;

/** Provides the package, the service and the audience of each route to the records. */
final class RouteDirectory implements Routes {
    private final Router router;
    private volatile FactsSnapshot snapshot = new FactsSnapshot(-1, Map.of());

    RouteDirectory(Router router) {
        this.router = router;
    }

    @Override
    public Audience audienceOf(String path) {
        return router.audienceOf(path);
    }

    @Override
    public Destination of(Request request) {
        return router.of(request);
    }

    @Override
    public long changes() {
        return router.changes();
    }

    @Override
    public RouteFacts facts(String route) {
        FactsSnapshot now = snapshot;
        if (now.changes != router.changes()) snapshot = now = FactsSnapshot.of(router);
        return now.facts.getOrDefault(route, RouteFacts.UNKNOWN);
    }

    private record FactsSnapshot(long changes, Map<String, RouteFacts> facts) {
        static FactsSnapshot of(Router router) {
            long changes = router.changes();
            Map<String, RouteFacts> facts = new HashMap<>();
            for (Route route : router.routes()) {
                String name = route.method() + " " + route.pattern();
                facts.putIfAbsent(name, new RouteFacts(packageOf(route), serviceOf(route)));
            }
            return new FactsSnapshot(changes, facts);
        }

        private static String packageOf(Route route) {
            return route.operation()
                    .map(Operation::owner)
                    .map(owner -> owner.tag())
                    .orElse("");
        }

        /** Returns the class of a source: {@code Orders} for {@code Orders.find (orders/code/Orders.groovy)}. */
        private static String serviceOf(Route route) {
            String source = route.source();
            int dot = source.indexOf('.');
            return dot < 0 ? source : source.substring(0, dot);
        }
    }
}

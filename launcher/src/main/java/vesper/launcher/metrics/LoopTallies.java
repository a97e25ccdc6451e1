package vesper.launcher.metrics;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Request;

/**
 * Counts of one event loop, by route and status. Only its thread writes, any thread may read. Routes beyond {@value
 * #MOST_ROUTES} are counted together.
 */
final class LoopTallies implements ExchangeListener {
    /** Stands for an unknown route or method, as in OpenTelemetry. */
    static final String OTHER = "_OTHER";

    private static final int MOST_ROUTES = 10_000;
    /** The status that nginx logs for exchanges whose client left before there was a response. */
    private static final int CLIENT_CLOSED_REQUEST = 499;

    private final ConcurrentHashMap<String, RouteTally[]> byRoute = new ConcurrentHashMap<>();

    @Override
    public void finished(Exchange exchange) {
        int status = exchange.status() == 0 ? CLIENT_CLOSED_REQUEST : exchange.status();
        tally(routeOf(exchange.parsed()), status)
                .add(exchange.durationNanos(), exchange.bytesReceived(), exchange.bytesSent());
    }

    /** Returns the route. Without one, returns the method, of which there are few. */
    private static String routeOf(@Nullable Request request) {
        if (request == null) return OTHER;
        String route = request.route();
        return route.isEmpty() ? request.method().name() : route;
    }

    private RouteTally tally(String route, int status) {
        RouteTally[] known = byRoute.get(route);
        boolean isOneTooMany = known == null && byRoute.size() >= MOST_ROUTES && !route.equals(OTHER);
        if (isOneTooMany) return tally(OTHER, status);
        if (known != null) {
            for (RouteTally tally : known) if (tally.status == status) return tally;
        }
        RouteTally made = new RouteTally(status);
        RouteTally[] more = known == null ? new RouteTally[1] : Arrays.copyOf(known, known.length + 1);
        more[more.length - 1] = made;
        byRoute.put(route, more);
        return made;
    }

    void forEach(BiConsumer<String, RouteTally> action) {
        byRoute.forEach((route, tallies) -> {
            for (RouteTally tally : tallies) action.accept(route, tally);
        });
    }
}

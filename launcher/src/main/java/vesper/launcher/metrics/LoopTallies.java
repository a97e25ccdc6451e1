package vesper.launcher.metrics;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.http.Request;

/**
 * What one event loop counted, by route and status. Its thread adds, any thread reads. Of more than
 * {@value #MOST_ROUTES} routes the rest are counted together.
 */
final class LoopTallies implements ExchangeListener {
    /** In the place of a route and of a method that are not known, as OpenTelemetry has it. */
    static final String OTHER = "_OTHER";

    private static final int MOST_ROUTES = 10_000;
    /** The status that nginx gives to exchanges whose client went away before there was an answer. */
    private static final int CLIENT_CLOSED_REQUEST = 499;

    private final ConcurrentHashMap<String, Tally[]> byRoute = new ConcurrentHashMap<>();

    @Override
    public void finished(Exchange exchange) {
        int status = exchange.status() == 0 ? CLIENT_CLOSED_REQUEST : exchange.status();
        tally(routeOf(exchange.parsed()), status)
                .add(exchange.durationNanos(), exchange.bytesReceived(), exchange.bytesSent());
    }

    /** The route, or where there is none the method, of which there are few. */
    private static String routeOf(@Nullable Request request) {
        if (request == null) return OTHER;
        String route = request.route();
        return route.isEmpty() ? request.method().name() : route;
    }

    private Tally tally(String route, int status) {
        Tally[] known = byRoute.get(route);
        boolean isOneTooMany = known == null && byRoute.size() >= MOST_ROUTES && !route.equals(OTHER);
        if (isOneTooMany) return tally(OTHER, status);
        if (known != null) {
            for (Tally tally : known) if (tally.status == status) return tally;
        }
        Tally made = new Tally(status);
        Tally[] more = known == null ? new Tally[1] : Arrays.copyOf(known, known.length + 1);
        more[more.length - 1] = made;
        byRoute.put(route, more);
        return made;
    }

    void forEach(BiConsumer<String, Tally> action) {
        byRoute.forEach((route, tallies) -> {
            for (Tally tally : tallies) action.accept(route, tally);
        });
    }
}

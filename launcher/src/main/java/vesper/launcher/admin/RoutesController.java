package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.HttpServer;
import vesper.http.RunningRequest;
import vesper.launcher.metrics.ExchangeCounts;
import vesper.launcher.metrics.RequestMetrics;
import vesper.rest.RunOn;
import vesper.rest.openapi.Described;
import vesper.rest.operations.Operation;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;

/** The routes of the server, with counts and durations of their requests. */
@RestController
@RequestMapping("/admin/routes")
public final class RoutesController {
    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.99;

    private final Router router;
    private final Optional<RequestMetrics> metrics;
    private final HttpServer http;
    private volatile RouteSnapshot snapshot = new RouteSnapshot(-1, List.of());

    /** @param metrics empty if exchanges are not counted */
    public RoutesController(Router router, Optional<RequestMetrics> metrics, HttpServer http) {
        this.router = router;
        this.metrics = metrics;
        this.http = http;
    }

    @GetMapping(produces = "application/json")
    @Described("""
            The routes of all packages and of the server itself, with their counts since the start.
            @param packageName only those of this package; vesper for the server's own
            @param q only those with this text in method, path or source, ignoring case
            @return The matching items""")
    @RunOn(RunOn.Threads.PLATFORM)
    public RouteList all(
            @RequestParam(name = "package", required = false) Optional<String> packageName,
            @RequestParam(name = "q", required = false) Optional<String> q) {
        Map<String, ExchangeCounts> counts =
                metrics.map(RequestMetrics::byRoute).orElse(Map.of());
        Map<String, Long> running = running();
        String wanted = q.orElse("").toLowerCase(Locale.ROOT);
        List<RouteItem> items = places().stream()
                .filter(place -> packageName.isEmpty() || place.packageName().equals(packageName.get()))
                .filter(place -> place.text().contains(wanted))
                .map(place -> item(place, counts, running))
                .toList();
        return new RouteList(items, items.size());
    }

    private Map<String, Long> running() {
        Map<String, Long> running = new HashMap<>();
        for (RunningRequest request : http.requests(0, Integer.MAX_VALUE))
            running.merge(request.route(), 1L, Long::sum);
        return running;
    }

    private RouteItem item(RoutePlace place, Map<String, ExchangeCounts> counts, Map<String, Long> running) {
        ExchangeCounts counted = counts.getOrDefault(place.name(), ExchangeCounts.NONE);
        boolean isCounted = metrics.isPresent();
        return new RouteItem(
                place.method(),
                place.path(),
                place.packageName(),
                place.source(),
                place.line(),
                isCounted ? OptionalLong.of(counted.calls()) : OptionalLong.empty(),
                isCounted ? OptionalLong.of(counted.errors()) : OptionalLong.empty(),
                isCounted ? OptionalLong.of(counted.percentileMicros(HALF)) : OptionalLong.empty(),
                isCounted ? OptionalLong.of(counted.percentileMicros(NEARLY_ALL)) : OptionalLong.empty(),
                running.getOrDefault(place.name(), 0L));
    }

    /**
     * Returns the routes with their source lines. Caches them until the routes change, since it reads class files; does
     * not retain the classes.
     */
    private List<RoutePlace> places() {
        RouteSnapshot now = snapshot;
        long changes = router.changes();
        if (now.changes() == changes) return now.places();
        List<RoutePlace> places = new ArrayList<>();
        for (Route route : router.routes()) places.add(RoutePlace.of(route));
        snapshot = new RouteSnapshot(changes, List.copyOf(places));
        return places;
    }

    private record RouteSnapshot(long changes, List<RoutePlace> places) {}

    /**
     * A route and its origin.
     *
     * @param text lower-case text that {@code q} is searched in
     */
    private record RoutePlace(
            String method, String path, String packageName, Optional<String> source, OptionalInt line, String text) {
        static RoutePlace of(Route route) {
            Optional<String> source = fileOf(route.source());
            OptionalInt line = route.operation()
                    .map(Operation::method)
                    .filter(method -> SourceLine.isIn(source.orElse(null), method.getDeclaringClass()))
                    .map(SourceLine::of)
                    .orElse(OptionalInt.empty());
            String text = route.method() + " " + route.pattern() + " " + route.source();
            return new RoutePlace(
                    route.method().name(),
                    route.pattern(),
                    RoutePackage.of(route),
                    source,
                    line,
                    text.toLowerCase(Locale.ROOT));
        }

        /** Returns the name under which exchanges are counted. */
        String name() {
            return method + " " + path;
        }

        /**
         * Returns the file of a source: {@code orders/code/Orders.groovy} for {@code Orders.find
         * (orders/code/Orders.groovy)}.
         */
        private static Optional<String> fileOf(String source) {
            int begin = source.indexOf('(');
            if (begin < 0 || !source.endsWith(")")) return Optional.empty();
            String file = source.substring(begin + 1, source.length() - 1);
            return file.contains("/") ? Optional.of(file) : Optional.empty();
        }
    }

    @Described("""
            A route. Counts are absent if metrics.enabled is false.
            @param path its pattern
            Example: /api/orders/{id}
            @param packageName its owner; vesper for the server's own routes
            @param source file of its code in the folder of packages
            @param line first line of its method
            @param calls number of requests answered since the start
            @param errors number of answers with a status of 500 or above
            @param p50Micros median duration
            @param p99Micros 99th percentile of durations
            @param running number of requests in flight""")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    public record RouteItem(
            String method,
            String path,
            @JsonProperty("package") String packageName,
            Optional<String> source,
            OptionalInt line,
            OptionalLong calls,
            OptionalLong errors,
            OptionalLong p50Micros,
            OptionalLong p99Micros,
            long running) {}

    @Described("""
            Routes.
            @param items sorted by package
            @param total their number""")
    public record RouteList(List<RouteItem> items, int total) {}
}

package vesper.launcher.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.HttpServer;
import vesper.http.Request;
import vesper.http.RunningRequest;
import vesper.rest.ProblemType;
import vesper.rest.RunOn;
import vesper.rest.openapi.AlsoAnswers;
import vesper.rest.openapi.Described;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;
import vesper.rest.triggers.RunningInvocation;
import vesper.rest.triggers.Triggers;

/**
 * The requests in flight, and the work of triggers that runs. Listing them waits for the event loops, so it must not
 * run on one of them.
 */
@RestController
@RequestMapping("/admin/requests")
public final class RequestsController {
    private static final Logger LOG = LoggerFactory.getLogger(RequestsController.class);
    private static final int MOST = 1000;
    private static final int CONFLICT = 409;

    private final HttpServer http;
    private final Router router;
    private final Triggers triggers;

    public RequestsController(HttpServer http, Router router, Triggers triggers) {
        this.http = http;
        this.router = router;
        this.triggers = triggers;
    }

    @GetMapping(produces = "application/json")
    @Described("""
            The requests in flight, including this one, and the running work of triggers; at most 1000,
            the oldest.
            @param minMillis only those at least this old
            @return The requests, oldest first""")
    @RunOn(RunOn.Threads.PLATFORM)
    public RequestList all(@RequestParam(name = "minMillis", defaultValue = "0") long minMillis) {
        ParameterBounds.require("minMillis", minMillis, 0, Long.MAX_VALUE);
        Map<String, String> packages = new HashMap<>();
        for (Route route : router.routes())
            packages.putIfAbsent(route.method() + " " + route.pattern(), RoutePackage.of(route));
        Stream<RequestItem> requests = http.requests(minMillis, MOST).stream()
                .map(request -> RequestItem.of(request, packages.getOrDefault(request.route(), "")));
        Stream<RequestItem> work =
                triggers.running().stream().map(RequestItem::of).filter(item -> item.ageMillis() >= minMillis);
        return new RequestList(Stream.concat(requests, work)
                .sorted(Comparator.comparingLong(RequestItem::ageMillis).reversed())
                .limit(MOST)
                .toList());
    }

    @PostMapping("/{id}/interrupt")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @Described("""
            Interrupts the thread that works on a request. Code that waits ends; code that
            computes without checking for interrupts continues.
            @param id of the request
            @return It was interrupted""")
    @AlsoAnswers(status = 404, when = "No request in flight has this id")
    @AlsoAnswers(status = 409, when = "No thread works on it: it is queued, or its answer is produced asynchronously")
    @RunOn(RunOn.Threads.PLATFORM)
    public void interrupt(@PathVariable("id") String id, Request request) {
        if (triggers.interrupt(id)) {
            LOG.info("{} was interrupted by {}", id, Who.of(request));
            return;
        }
        switch (http.interrupt(id)) {
            case DONE -> LOG.info("request {} was interrupted by {}", id, Who.of(request));
            case GONE ->
                throw ProblemType.NOT_FOUND
                        .because("There is no request " + id + " in flight.")
                        .exception();
            case NO_THREAD ->
                throw ProblemType.ofStatus(CONFLICT)
                        .because("No thread works on request " + id + ", so it cannot be interrupted.")
                        .exception();
        }
    }

    @Described("""
            A request in flight, or a piece of work of a trigger.
            @param id valid until it is answered
            @param method of the request, or the kind of the trigger
            @param path without the query
            @param packageName owner of the route, vesper for the server itself; empty if unknown yet
            @param route that answers it
            Example: GET /api/orders/{id}
            @param client its address
            @param startedAt time at which its head had arrived
            @param ageMillis time since then
            @param state receiving, waiting, running or sending""")
    public record RequestItem(
            String id,
            String method,
            String path,
            @JsonProperty("package") String packageName,
            String route,
            String client,
            Instant startedAt,
            long ageMillis,
            String state) {
        static RequestItem of(RunningInvocation running) {
            return new RequestItem(
                    running.id(),
                    running.invocation().method(),
                    running.invocation().path(),
                    running.invocation().packageName(),
                    running.invocation().route(),
                    "",
                    running.startedAt(),
                    TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - running.startedNanos()),
                    "running");
        }

        static RequestItem of(RunningRequest request, String packageName) {
            return new RequestItem(
                    request.id(),
                    request.method().name(),
                    request.path(),
                    packageName,
                    request.route(),
                    ClientAddress.of(request.client()),
                    Instant.ofEpochMilli(request.startedAtMillis()),
                    TimeUnit.NANOSECONDS.toMillis(request.ageNanos()),
                    request.state().name().toLowerCase(Locale.ROOT));
        }
    }

    @Described("""
            The requests in flight.
            @param items oldest first""")
    public record RequestList(List<RequestItem> items) {}
}

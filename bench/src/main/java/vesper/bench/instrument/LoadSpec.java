package vesper.bench.instrument;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import vesper.bench.load.Arrivals;
import vesper.bench.load.HttpTarget;
import vesper.bench.load.LoadPlan;
import vesper.bench.load.LoadRequest;

/**
 * The load on a server: everything in a load plan except the server's address and, unless requests are counted, the
 * duration.
 *
 * @param path on the server, with the query
 * @param expected properties of the response; any other response is an error
 * @param arrivals empty for a closed loop
 * @param shortConnections connections that make a number of calls each and are then closed; empty for persistent
 *     connections
 * @param threads driving threads, each with a share of the connections
 */
public record LoadSpec(
        String path,
        LoadRequest request,
        Expected expected,
        int connections,
        int pipelining,
        boolean keepAlive,
        Optional<Arrivals> arrivals,
        Optional<ShortConnections> shortConnections,
        int threads) {
    private static final int MAX_WARMING = 64;
    private static final int MAX_REHEARSING = 200;

    /**
     * Connections that are opened at the rate of the arrivals, like those of {@code httperf}. A run ends after a number
     * of them, however long that takes.
     *
     * @param calls requests on each, one after the other
     * @param sources number of addresses that they come from
     */
    public record ShortConnections(int count, int calls, Duration timeout, int sources) {
        private static final Duration TIMEOUT = Duration.ofMinutes(2);

        private LoadPlan of(LoadPlan plan) {
            return plan.withDuration(TIMEOUT)
                    .withRequests(count)
                    .withCalls(calls)
                    .withTimeout(timeout)
                    .withSources(sources);
        }
    }

    /** Returns a closed loop of GETs on persistent connections. */
    public static LoadSpec get(String path, int connections) {
        return new LoadSpec(
                path, LoadRequest.GET, Expected.ANYTHING, connections, 1, true, Optional.empty(), Optional.empty(), 1);
    }

    public LoadSpec withPath(String value) {
        return new LoadSpec(
                value, request, expected, connections, pipelining, keepAlive, arrivals, shortConnections, threads);
    }

    public LoadSpec withRequest(LoadRequest value) {
        return new LoadSpec(
                path, value, expected, connections, pipelining, keepAlive, arrivals, shortConnections, threads);
    }

    public LoadSpec withExpected(byte[] body) {
        return withExpected(Expected.body(body));
    }

    public LoadSpec withExpected(Expected value) {
        return new LoadSpec(
                path, request, value, connections, pipelining, keepAlive, arrivals, shortConnections, threads);
    }

    public LoadSpec withConnections(int value) {
        return new LoadSpec(path, request, expected, value, pipelining, keepAlive, arrivals, shortConnections, threads);
    }

    public LoadSpec withPipelining(int value) {
        return new LoadSpec(
                path, request, expected, connections, value, keepAlive, arrivals, shortConnections, threads);
    }

    public LoadSpec withKeepAlive(boolean value) {
        return new LoadSpec(
                path, request, expected, connections, pipelining, value, arrivals, shortConnections, threads);
    }

    public LoadSpec withRate(double perSecond) {
        return withArrivals(Optional.of(Arrivals.constant(perSecond)));
    }

    public LoadSpec withArrivals(Arrivals value) {
        return withArrivals(Optional.of(value));
    }

    public LoadSpec withThreads(int value) {
        return new LoadSpec(
                path, request, expected, connections, pipelining, keepAlive, arrivals, shortConnections, value);
    }

    private LoadSpec withArrivals(Optional<Arrivals> value) {
        return new LoadSpec(
                path, request, expected, connections, pipelining, keepAlive, value, shortConnections, threads);
    }

    /** Returns a copy whose connections are opened at this rate. */
    public LoadSpec withShortConnections(double perSecond, ShortConnections value) {
        Optional<Arrivals> due = Optional.of(Arrivals.constant(perSecond));
        return new LoadSpec(
                path, request, expected, connections, pipelining, keepAlive, due, Optional.of(value), threads);
    }

    /** Returns the load to warm a server for this one. Visits are warmed by a closed loop, which all of them share. */
    LoadSpec warmUpLoad() {
        if (shortConnections.isEmpty()) return this;
        int few = Math.min(connections, MAX_WARMING);
        return new LoadSpec(
                path, request, expected, few, pipelining, keepAlive, Optional.empty(), Optional.empty(), threads);
    }

    /**
     * Returns a load to run once after a warm-up by a different kind of load; its results are not recorded. For visits
     * this is their own rate, with the number that arrives in half a second, at most 200.
     */
    Optional<LoadSpec> rehearsalLoad() {
        double rate = arrivals.map(Arrivals::ratePerSecond).orElse(0.0);
        int few = Math.clamp(Math.round(rate / 2), 1, MAX_REHEARSING);
        return shortConnections.map(each -> new LoadSpec(
                path,
                request,
                expected,
                connections,
                pipelining,
                keepAlive,
                arrivals,
                Optional.of(new ShortConnections(
                        Math.min(few, each.count()), each.calls(), each.timeout(), each.sources())),
                threads));
    }

    LoadPlan plan(URI server, Duration length) {
        LoadPlan plan = LoadPlan.closedLoop(HttpTarget.of(server.resolve(path)), connections, length)
                .withRequest(request)
                .withPipelining(pipelining)
                .withKeepAlive(keepAlive)
                .withThreads(threads);
        LoadPlan paced = arrivals.map(plan::withArrivals).orElse(plan);
        LoadPlan visiting = shortConnections.map(each -> each.of(paced)).orElse(paced);
        return switch (expected) {
            case Expected.FixedChecks(var checks) -> visiting.withChecks(checks);
            // Checks are added once the first responses are known.
            case Expected.SameAsFirst _ -> visiting;
        };
    }
}

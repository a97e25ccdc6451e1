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
 * @param visits connections that make a number of calls each and are then closed; empty for persistent connections
 * @param threads driving threads, each with a share of the connections
 */
public record Drive(
        String path,
        LoadRequest request,
        Expected expected,
        int connections,
        int pipelining,
        boolean keepAlive,
        Optional<Arrivals> arrivals,
        Optional<Visits> visits,
        int threads) {
    private static final int MOST_WARMING = 64;
    private static final int MOST_REHEARSING = 200;

    /**
     * Connections that are opened at the rate of the arrivals, like those of {@code httperf}. A run ends after a number
     * of them, however long that takes.
     *
     * @param calls requests on each, one after the other
     * @param sources number of addresses that they come from
     */
    public record Visits(int count, int calls, Duration timeout, int sources) {
        private static final Duration PATIENCE = Duration.ofMinutes(2);

        private LoadPlan of(LoadPlan plan) {
            return plan.lasting(PATIENCE)
                    .withRequests(count)
                    .withCalls(calls)
                    .withTimeout(timeout)
                    .withSources(sources);
        }
    }

    /** Returns a closed loop of GETs on persistent connections. */
    public static Drive get(String path, int connections) {
        return new Drive(
                path, LoadRequest.GET, Expected.ANYTHING, connections, 1, true, Optional.empty(), Optional.empty(), 1);
    }

    public Drive withPath(String value) {
        return new Drive(value, request, expected, connections, pipelining, keepAlive, arrivals, visits, threads);
    }

    public Drive withRequest(LoadRequest value) {
        return new Drive(path, value, expected, connections, pipelining, keepAlive, arrivals, visits, threads);
    }

    public Drive expecting(byte[] body) {
        return expecting(Expected.body(body));
    }

    public Drive expecting(Expected value) {
        return new Drive(path, request, value, connections, pipelining, keepAlive, arrivals, visits, threads);
    }

    public Drive withConnections(int value) {
        return new Drive(path, request, expected, value, pipelining, keepAlive, arrivals, visits, threads);
    }

    public Drive withPipelining(int value) {
        return new Drive(path, request, expected, connections, value, keepAlive, arrivals, visits, threads);
    }

    public Drive withKeepAlive(boolean value) {
        return new Drive(path, request, expected, connections, pipelining, value, arrivals, visits, threads);
    }

    public Drive withRate(double perSecond) {
        return withArrivals(Optional.of(Arrivals.constant(perSecond)));
    }

    public Drive arriving(Arrivals value) {
        return withArrivals(Optional.of(value));
    }

    public Drive withThreads(int value) {
        return new Drive(path, request, expected, connections, pipelining, keepAlive, arrivals, visits, value);
    }

    private Drive withArrivals(Optional<Arrivals> value) {
        return new Drive(path, request, expected, connections, pipelining, keepAlive, value, visits, threads);
    }

    /** Returns a copy whose connections are opened at this rate. */
    public Drive visiting(double perSecond, Visits value) {
        Optional<Arrivals> due = Optional.of(Arrivals.constant(perSecond));
        return new Drive(path, request, expected, connections, pipelining, keepAlive, due, Optional.of(value), threads);
    }

    /** Returns the load to warm a server for this one. Visits are warmed by a closed loop, which all of them share. */
    Drive warming() {
        if (visits.isEmpty()) return this;
        int few = Math.min(connections, MOST_WARMING);
        return new Drive(
                path, request, expected, few, pipelining, keepAlive, Optional.empty(), Optional.empty(), threads);
    }

    /**
     * Returns a load to run once after a warm-up by a different kind of load; its results are not recorded. For visits
     * this is their own rate, with the number that arrives in half a second, at most 200.
     */
    Optional<Drive> rehearsal() {
        double rate = arrivals.map(Arrivals::ratePerSecond).orElse(0.0);
        int few = Math.clamp(Math.round(rate / 2), 1, MOST_REHEARSING);
        return visits.map(each -> new Drive(
                path,
                request,
                expected,
                connections,
                pipelining,
                keepAlive,
                arrivals,
                Optional.of(new Visits(Math.min(few, each.count()), each.calls(), each.timeout(), each.sources())),
                threads));
    }

    LoadPlan plan(URI server, Duration length) {
        LoadPlan plan = LoadPlan.closedLoop(HttpTarget.of(server.resolve(path)), connections, length)
                .withRequest(request)
                .withPipelining(pipelining)
                .withKeepAlive(keepAlive)
                .withThreads(threads);
        LoadPlan paced = arrivals.map(plan::withArrivals).orElse(plan);
        LoadPlan visiting = visits.map(each -> each.of(paced)).orElse(paced);
        return switch (expected) {
            case Expected.Known(var checks) -> visiting.checking(checks);
            // Checks are added once the first responses are known.
            case Expected.AsFirst _ -> visiting;
        };
    }
}

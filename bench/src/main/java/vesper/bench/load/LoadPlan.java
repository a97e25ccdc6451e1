package vesper.bench.load;

import java.time.Duration;
import java.util.Optional;

/**
 * The plan of one load run. It ends after {@code requests} or after {@code duration}, whichever comes first; then it
 * waits for outstanding responses for at most the timeout.
 *
 * @param requests maximum number of requests, or of connections if there are calls on each; {@link Long#MAX_VALUE} for
 *     no limit
 * @param arrivals empty for a closed loop; otherwise requests, or connections with their calls, are due at these times
 *     even if the server does not keep up
 * @param timeout limit for a response and for connecting, after which it counts as an error
 * @param threads driving threads, each with a share of the connections; 1 to 64
 */
public record LoadPlan(
        HttpTarget target,
        Mix mix,
        Connections sockets,
        long requests,
        Duration duration,
        Optional<Arrivals> arrivals,
        Checks checks,
        Duration timeout,
        int threads) {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration MAX_DURATION = Duration.ofDays(1);

    /**
     * The connections of a run.
     *
     * @param max maximum number that are open at the same time, 1 to 20,000
     * @param pipelining requests in flight on each, 1 to 1024
     * @param calls requests on each before it is closed, each sent after the response to the previous one; 0 for no
     *     limit
     * @param keepAlive false to ask the server in each request to close the connection
     * @param sources number of local addresses that they come from in turn, from 127.0.0.1 on; 1 to 250
     */
    public record Connections(int max, int pipelining, int calls, boolean keepAlive, int sources) {
        public Connections {
            requireBetween("connections", max, 1, 20_000);
            requireBetween("pipelining", pipelining, 1, 1024);
            requireBetween("calls", calls, 0, 1_000_000);
            requireBetween("sources", sources, 1, 250);
            if (pipelining > 1 && (!keepAlive || calls > 0)) {
                throw new IllegalArgumentException("pipelining needs persistent connections");
            }
        }

        Connections withPipelining(int value) {
            return new Connections(max, value, calls, keepAlive, sources);
        }

        Connections withCalls(int value) {
            return new Connections(max, pipelining, value, keepAlive, sources);
        }

        Connections withKeepAlive(boolean value) {
            return new Connections(max, pipelining, calls, value, sources);
        }

        Connections withSources(int value) {
            return new Connections(max, pipelining, calls, keepAlive, value);
        }
    }

    public LoadPlan {
        if (requests < 1) throw new IllegalArgumentException("requests " + requests + " is below 1");
        if (!duration.isPositive()) throw new IllegalArgumentException("duration " + duration + " is not positive");
        if (!timeout.isPositive()) throw new IllegalArgumentException("timeout " + timeout + " is not positive");
        requireBetween("threads", threads, 1, 64);
        if (threads > sockets.max()) {
            throw new IllegalArgumentException(threads + " threads are more than " + sockets.max() + " connections");
        }
        if (sockets.pipelining() > 1 && arrivals.isPresent()) {
            throw new IllegalArgumentException("pipelining needs a closed loop");
        }
        if (sockets.calls() > 0 && arrivals.isEmpty()) {
            throw new IllegalArgumentException("calls on each connection need a rate of connections");
        }
        if (sockets.sources() > 1 && !target.isLoopback()) {
            throw new IllegalArgumentException(
                    "several sources are supported only for servers on 127.0.0.0/8, not " + target.host());
        }
    }

    /** Returns a closed loop of GETs on persistent connections, without pipelining. */
    public static LoadPlan closedLoop(HttpTarget target, int connections, Duration duration) {
        return new LoadPlan(
                target,
                Mix.of(LoadRequest.GET),
                new Connections(connections, 1, 0, true, 1),
                Long.MAX_VALUE,
                duration,
                Optional.empty(),
                Checks.NONE,
                DEFAULT_TIMEOUT,
                1);
    }

    /** Returns a closed loop with that number of requests, however long they take (a day at most). */
    public static LoadPlan count(HttpTarget target, int connections, long requests) {
        return closedLoop(target, connections, MAX_DURATION).withRequests(requests);
    }

    public int connections() {
        return sockets.max();
    }

    public int pipelining() {
        return sockets.pipelining();
    }

    public boolean keepAlive() {
        return sockets.keepAlive();
    }

    public LoadPlan withRequest(LoadRequest value) {
        return withMix(Mix.of(value));
    }

    public LoadPlan withMix(Mix value) {
        return new LoadPlan(target, value, sockets, requests, duration, arrivals, checks, timeout, threads);
    }

    public LoadPlan withPipelining(int value) {
        return withSockets(sockets.withPipelining(value));
    }

    /**
     * Returns a plan in which connections are due: each is opened, makes that many calls one after the other, and is
     * closed.
     */
    public LoadPlan withCalls(int value) {
        return withSockets(sockets.withCalls(value));
    }

    public LoadPlan withKeepAlive(boolean value) {
        return withSockets(sockets.withKeepAlive(value));
    }

    public LoadPlan withSources(int value) {
        return withSockets(sockets.withSources(value));
    }

    private LoadPlan withSockets(Connections value) {
        return new LoadPlan(target, mix, value, requests, duration, arrivals, checks, timeout, threads);
    }

    public LoadPlan withRequests(long value) {
        return new LoadPlan(target, mix, sockets, value, duration, arrivals, checks, timeout, threads);
    }

    public LoadPlan withDuration(Duration value) {
        return new LoadPlan(target, mix, sockets, requests, value, arrivals, checks, timeout, threads);
    }

    public LoadPlan withArrivals(Arrivals value) {
        return new LoadPlan(target, mix, sockets, requests, duration, Optional.of(value), checks, timeout, threads);
    }

    public LoadPlan asClosedLoop() {
        return new LoadPlan(
                target, mix, sockets.withCalls(0), requests, duration, Optional.empty(), checks, timeout, threads);
    }

    public LoadPlan withChecks(Checks value) {
        return new LoadPlan(target, mix, sockets, requests, duration, arrivals, value, timeout, threads);
    }

    public LoadPlan withExpectedBody(byte[] body) {
        return withChecks(Checks.body(body));
    }

    public LoadPlan withTimeout(Duration value) {
        return new LoadPlan(target, mix, sockets, requests, duration, arrivals, checks, value, threads);
    }

    public LoadPlan withThreads(int value) {
        return new LoadPlan(target, mix, sockets, requests, duration, arrivals, checks, timeout, value);
    }

    private static void requireBetween(String what, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " " + value + " is not in " + min + " to " + max);
        }
    }
}

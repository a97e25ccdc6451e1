package vesper.bench.load;

import java.time.Duration;
import java.util.Optional;

/**
 * What one load run does. It ends after {@code requests} or after {@code duration}, whichever comes first; answers that
 * are then still on their way are awaited for at most {@code timeout}.
 *
 * @param connections open at the same time, 1 to 20,000
 * @param pipelining requests in flight on one connection, 1 to 1024
 * @param requests how many to send at most; {@link Long#MAX_VALUE} for no limit
 * @param ratePerSecond 0 for a closed loop; above it requests are due at this rate whether or not the server keeps up
 * @param expectedBody an answer with another body counts as an error; empty to accept any
 * @param timeout how long an answer, or a connection, may take before it counts as an error
 */
public record LoadPlan(
        HttpTarget target,
        LoadRequest request,
        int connections,
        int pipelining,
        long requests,
        Duration duration,
        double ratePerSecond,
        boolean keepAlive,
        Optional<byte[]> expectedBody,
        Duration timeout) {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofDays(1);

    public LoadPlan {
        requireBetween("connections", connections, 1, 20_000);
        requireBetween("pipelining", pipelining, 1, 1024);
        if (requests < 1) throw new IllegalArgumentException("requests " + requests + " is below 1");
        if (!duration.isPositive()) throw new IllegalArgumentException("duration " + duration + " is not positive");
        if (!timeout.isPositive()) throw new IllegalArgumentException("timeout " + timeout + " is not positive");
        if (!(ratePerSecond >= 0 && ratePerSecond <= 10_000_000)) {
            throw new IllegalArgumentException("rate " + ratePerSecond + " is not in 0 to 10,000,000 per second");
        }
        if (pipelining > 1 && (!keepAlive || ratePerSecond > 0)) {
            throw new IllegalArgumentException("pipelining needs keep-alive and a closed loop");
        }
    }

    /** A closed loop of GETs that are kept alive and not pipelined. */
    public static LoadPlan closedLoop(HttpTarget target, int connections, Duration duration) {
        return new LoadPlan(
                target,
                LoadRequest.GET,
                connections,
                1,
                Long.MAX_VALUE,
                duration,
                0,
                true,
                Optional.empty(),
                DEFAULT_TIMEOUT);
    }

    /** As many requests as given, however long they take (a day at most). */
    public static LoadPlan count(HttpTarget target, int connections, long requests) {
        return closedLoop(target, connections, LONGEST).withRequests(requests);
    }

    public LoadPlan withRequest(LoadRequest value) {
        return new LoadPlan(
                target,
                value,
                connections,
                pipelining,
                requests,
                duration,
                ratePerSecond,
                keepAlive,
                expectedBody,
                timeout);
    }

    public LoadPlan withPipelining(int value) {
        return new LoadPlan(
                target,
                request,
                connections,
                value,
                requests,
                duration,
                ratePerSecond,
                keepAlive,
                expectedBody,
                timeout);
    }

    public LoadPlan withRequests(long value) {
        return new LoadPlan(
                target,
                request,
                connections,
                pipelining,
                value,
                duration,
                ratePerSecond,
                keepAlive,
                expectedBody,
                timeout);
    }

    public LoadPlan lasting(Duration value) {
        return new LoadPlan(
                target,
                request,
                connections,
                pipelining,
                requests,
                value,
                ratePerSecond,
                keepAlive,
                expectedBody,
                timeout);
    }

    public LoadPlan withRate(double perSecond) {
        return new LoadPlan(
                target,
                request,
                connections,
                pipelining,
                requests,
                duration,
                perSecond,
                keepAlive,
                expectedBody,
                timeout);
    }

    public LoadPlan withKeepAlive(boolean value) {
        return new LoadPlan(
                target,
                request,
                connections,
                pipelining,
                requests,
                duration,
                ratePerSecond,
                value,
                expectedBody,
                timeout);
    }

    public LoadPlan expecting(byte[] body) {
        return new LoadPlan(
                target,
                request,
                connections,
                pipelining,
                requests,
                duration,
                ratePerSecond,
                keepAlive,
                Optional.of(body),
                timeout);
    }

    public LoadPlan withTimeout(Duration value) {
        return new LoadPlan(
                target,
                request,
                connections,
                pipelining,
                requests,
                duration,
                ratePerSecond,
                keepAlive,
                expectedBody,
                value);
    }

    private static void requireBetween(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + " is not in " + least + " to " + most);
        }
    }
}

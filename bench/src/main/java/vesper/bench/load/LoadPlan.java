package vesper.bench.load;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

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
        return with(change -> change.request = value);
    }

    public LoadPlan withPipelining(int value) {
        return with(change -> change.pipelining = value);
    }

    public LoadPlan withRequests(long value) {
        return with(change -> change.requests = value);
    }

    public LoadPlan lasting(Duration value) {
        return with(change -> change.duration = value);
    }

    public LoadPlan withRate(double perSecond) {
        return with(change -> change.ratePerSecond = perSecond);
    }

    public LoadPlan withKeepAlive(boolean value) {
        return with(change -> change.keepAlive = value);
    }

    public LoadPlan expecting(byte[] body) {
        return with(change -> change.expectedBody = Optional.of(body));
    }

    public LoadPlan withTimeout(Duration value) {
        return with(change -> change.timeout = value);
    }

    private LoadPlan with(Consumer<Change> edit) {
        var change = new Change(this);
        edit.accept(change);
        return change.plan(target, connections);
    }

    private static void requireBetween(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " " + value + " is not in " + least + " to " + most);
        }
    }

    /** A copy in the making. */
    private static final class Change {
        private LoadRequest request;
        private int pipelining;
        private long requests;
        private Duration duration;
        private double ratePerSecond;
        private boolean keepAlive;
        private Optional<byte[]> expectedBody;
        private Duration timeout;

        Change(LoadPlan from) {
            request = from.request;
            pipelining = from.pipelining;
            requests = from.requests;
            duration = from.duration;
            ratePerSecond = from.ratePerSecond;
            keepAlive = from.keepAlive;
            expectedBody = from.expectedBody;
            timeout = from.timeout;
        }

        LoadPlan plan(HttpTarget target, int connections) {
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
                    timeout);
        }
    }
}

package vesper.bench.load;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures that our own generator reports in addition to the result of a run.
 *
 * @param raw latency since the request was actually sent, even if it was sent late; in a closed loop the same as the
 *     normal latency
 * @param connect time to open a connection
 * @param sendDelay delay from the time at which a request was due and a connection free until it was sent; empty in a
 *     closed loop
 * @param queued time that due requests waited for a free connection, because of a slow server or too few connections;
 *     empty in a closed loop
 * @param replyMeanMicros mean time from sending a request to its response
 * @param connectMeanMicros mean time to open a connection
 * @param connections number of connections that were opened
 * @param sent number of requests that were sent
 * @param abandoned number of requests that were due but never sent, since no connection was free
 * @param bytesSent bytes of requests, headers included
 * @param bytesReceived bytes of responses, headers included
 * @param withoutSocket number of requests for which this machine had no socket or port left
 * @param wrongStatuses number of responses with each unexpected status
 * @param busyShare share of the time that the generator spent computing, 0 to 1, without the time for polling the clock;
 *     that of the busiest thread if there are several
 */
public record GeneratorReport(
        LatencyMicros raw,
        LatencyMicros connect,
        LatencyMicros sendDelay,
        LatencyMicros queued,
        double replyMeanMicros,
        double connectMeanMicros,
        long connections,
        long sent,
        long abandoned,
        long bytesSent,
        long bytesReceived,
        long withoutSocket,
        SortedMap<Integer, Long> wrongStatuses,
        double busyShare) {
    private static final double MAX_BUSY = 0.9;
    private static final double MAX_MISSED = 0.01;
    private static final double MAX_DELAY_MICROS = 10_000;

    public GeneratorReport {
        wrongStatuses = Collections.unmodifiableSortedMap(new TreeMap<>(wrongStatuses));
    }

    /**
     * Returns whether the generator itself may have limited the rate: it computed nearly all the time, sent due
     * requests late although it could have sent them, or had no sockets. The server may then be faster than measured. A
     * lack of free connections does not count, since the generator is not what keeps them busy.
     */
    public boolean isLowerBound() {
        return busyShare > MAX_BUSY || sendDelay.p99() > MAX_DELAY_MICROS || withoutSocket > 0;
    }

    /** Returns whether due requests had to wait because no connection was free. */
    boolean isShortOfConnections() {
        return abandoned > MAX_MISSED * (sent + abandoned) || queued.p99() > MAX_DELAY_MICROS;
    }
}

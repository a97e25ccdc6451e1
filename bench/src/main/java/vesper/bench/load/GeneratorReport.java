package vesper.bench.load;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What our own generator tells of a run beside its result.
 *
 * @param raw latency from when a request was sent, however late that was; the same as the other in a closed loop
 * @param connect from the beginning of a connection until it stood
 * @param lag by how much requests left later than they could have: they were due and a connection was free; none in a closed
 *     loop
 * @param queued for how long requests that were due found no connection free, which is the server's doing, or that of too
 *     few connections; none in a closed loop
 * @param replyMeanMicros from when a request was sent until it was answered, and {@code connectMeanMicros} until a connection
 *     stood, on average
 * @param connections that stood
 * @param issued requests that left
 * @param missed requests that were due and never left, since no connection was free
 * @param bytesSent of requests, and {@code bytesReceived} of answers, heads included
 * @param withoutSocket requests for which this machine had no socket or port left
 * @param wrongStatuses how many answers had each status, of those that were not expected
 * @param busy which share of its time the generator computed, 0 to 1, without looking whether the time had come; of several
 *     threads the busiest
 */
public record GeneratorReport(
        LatencyMicros raw,
        LatencyMicros connect,
        LatencyMicros lag,
        LatencyMicros queued,
        double replyMeanMicros,
        double connectMeanMicros,
        long connections,
        long issued,
        long missed,
        long bytesSent,
        long bytesReceived,
        long withoutSocket,
        SortedMap<Integer, Long> wrongStatuses,
        double busy) {
    private static final double MOST_BUSY = 0.9;
    private static final double MOST_MISSED = 0.01;
    private static final double MOST_LATE_MICROS = 10_000;

    public GeneratorReport {
        wrongStatuses = Collections.unmodifiableSortedMap(new TreeMap<>(wrongStatuses));
    }

    /**
     * Whether the generator itself may have been what held the rate down: it computed nearly all of its time, did not send what
     * was due though it could have, or had nothing to connect with. The server can do what was measured, and perhaps more. That no connection was
     * free does not count, since it is not the generator that keeps them busy.
     */
    public boolean isLowerBound() {
        return busy > MOST_BUSY || lag.p99() > MOST_LATE_MICROS || withoutSocket > 0;
    }

    /** Whether requests could not leave when they were due because no connection was free. */
    boolean lacksConnections() {
        return missed > MOST_MISSED * (issued + missed) || queued.p99() > MOST_LATE_MICROS;
    }
}

package vesper.bench.load;

/**
 * What our own generator tells of a run beside its result.
 *
 * @param raw latency from when a request was sent, however late that was; the same as the other in a closed loop
 * @param connect from the beginning of a connection until it stood
 * @param lag by how much requests were sent later than they were due; none in a closed loop
 * @param replyMeanMicros from when a request was sent until it was answered, and {@code connectMeanMicros} until a connection
 *     stood, on average
 * @param connections that stood
 * @param issued requests that left
 * @param missed requests that were due and never left
 * @param bytesSent of requests, and {@code bytesReceived} of answers, heads included
 * @param busy which share of its time the generator computed, 0 to 1; of several threads the busiest
 */
public record GeneratorReport(
        LatencyMicros raw,
        LatencyMicros connect,
        LatencyMicros lag,
        double replyMeanMicros,
        double connectMeanMicros,
        long connections,
        long issued,
        long missed,
        long bytesSent,
        long bytesReceived,
        double busy) {
    private static final double MOST_BUSY = 0.9;
    private static final double MOST_MISSED = 0.01;
    private static final double MOST_LAG_MICROS = 10_000;

    /**
     * Whether the generator itself may have been what held the rate down: it computed nearly all of its time, or did not
     * send what was due when it was. The server can do what was measured, and perhaps more.
     */
    public boolean isLowerBound() {
        return busy > MOST_BUSY || missed > MOST_MISSED * (issued + missed) || lag.p99() > MOST_LAG_MICROS;
    }
}

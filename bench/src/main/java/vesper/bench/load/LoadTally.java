package vesper.bench.load;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counters and histograms of a run. Times are in microseconds with three significant digits, up to an hour. Recording a
 * response allocates nothing.
 */
final class LoadTally {
    private static final long MAX_MICROS = 3_600_000_000L;
    private static final int DIGITS = 3;
    /** Status codes have three digits (RFC 9110, 15). */
    private static final int MAX_STATUS = 999;

    private static final long NANOS_PER_MICRO = 1_000;

    private final Histogram latencyMicros = histogram();
    private final Histogram rawMicros = histogram();
    private final Histogram connectMicros = histogram();
    private final Histogram lagMicros = histogram();
    private final Histogram queuedMicros = histogram();
    /** Counts are arrays so that they can be incremented in place, without an allocation for each response. */
    private final Map<LoadError, long[]> errors = new EnumMap<>(LoadError.class);
    /** Number of responses with each unexpected status. */
    private final long[] wrongStatuses = new long[MAX_STATUS + 1];

    private long answered;
    private long failed;
    private long countAbandoned;
    private long bytesSent;
    private long bytesReceived;
    private long issued;
    private long nanos;
    private double busy;

    LoadTally() {
        for (LoadError kind : LoadError.values()) errors.put(kind, new long[1]);
    }

    private static Histogram histogram() {
        return new Histogram(MAX_MICROS, DIGITS);
    }

    private static double mean(Histogram micros) {
        return micros.getTotalCount() == 0 ? Double.NaN : micros.getMean();
    }

    private static void record(Histogram micros, long nanos) {
        micros.recordValue(Math.clamp(nanos / NANOS_PER_MICRO, 0, MAX_MICROS));
    }

    /**
     * Counts an expected response.
     *
     * @param rawNanos time since the request was sent
     */
    void countAnswered(long latencyNanos, long rawNanos) {
        answered++;
        record(latencyMicros, latencyNanos);
        record(rawMicros, rawNanos);
    }

    /**
     * Counts a response with an unexpected status. Its latency is not recorded: a rejection is faster than real work.
     */
    void countStatus(int status) {
        answered++;
        countFailed(LoadError.STATUS, 1);
        wrongStatuses[Math.min(status, wrongStatuses.length - 1)]++;
    }

    /** Counts a response with an unexpected body. Its latency is not recorded. */
    void countWrongBody() {
        answered++;
        countFailed(LoadError.BODY, 1);
    }

    void countConnected(long nanos) {
        record(connectMicros, nanos);
    }

    /**
     * Records the delay of a due request: {@code queuedNanos} until a connection was free, {@code lagNanos} after that.
     */
    void recordDelay(long queuedNanos, long lagNanos) {
        record(queuedMicros, queuedNanos);
        record(lagMicros, lagNanos);
    }

    void countSent(long bytes) {
        bytesSent += bytes;
    }

    void countReceived(long bytes) {
        bytesReceived += bytes;
    }

    void countFailed(LoadError kind, long count) {
        Objects.requireNonNull(errors.get(kind))[0] += count;
        failed += count;
    }

    /** Counts requests that were due but are abandoned. */
    void countAbandoned(long count) {
        countAbandoned += count;
        countFailed(LoadError.TIMEOUT, count);
    }

    long answered() {
        return answered;
    }

    /** Returns the number of errors of all kinds. */
    long failed() {
        return failed;
    }

    /**
     * Ends the run.
     *
     * @param lasted duration of the run in nanoseconds
     * @param left number of requests that were sent
     * @param busyNanos time that the generator's thread spent computing
     */
    void finish(long lasted, long left, long busyNanos) {
        nanos = lasted;
        issued = left;
        busy = lasted > 0 ? Math.min(1, (double) busyNanos / lasted) : 0;
    }

    /** Adds the measurements of another thread from the same time. */
    void add(LoadTally other) {
        latencyMicros.add(other.latencyMicros);
        rawMicros.add(other.rawMicros);
        connectMicros.add(other.connectMicros);
        lagMicros.add(other.lagMicros);
        queuedMicros.add(other.queuedMicros);
        other.errors.forEach((kind, count) -> Objects.requireNonNull(errors.get(kind))[0] += count[0]);
        for (int status = 0; status <= MAX_STATUS; status++) wrongStatuses[status] += other.wrongStatuses[status];
        answered += other.answered;
        failed += other.failed;
        countAbandoned += other.countAbandoned;
        bytesSent += other.bytesSent;
        bytesReceived += other.bytesReceived;
        issued += other.issued;
        nanos = Math.max(nanos, other.nanos);
        busy = Math.max(busy, other.busy);
    }

    private Map<LoadError, Long> errors() {
        Map<LoadError, Long> counts = new EnumMap<>(LoadError.class);
        errors.forEach((kind, count) -> {
            if (count[0] > 0) counts.put(kind, count[0]);
        });
        return counts;
    }

    private SortedMap<Integer, Long> wrongStatuses() {
        SortedMap<Integer, Long> counts = new TreeMap<>();
        for (int status = 0; status <= MAX_STATUS; status++) {
            if (wrongStatuses[status] > 0) counts.put(status, wrongStatuses[status]);
        }
        return counts;
    }

    LoadResult result() {
        var report = new GeneratorReport(
                LatencyMicros.of(rawMicros),
                LatencyMicros.of(connectMicros),
                LatencyMicros.of(lagMicros),
                LatencyMicros.of(queuedMicros),
                mean(rawMicros),
                mean(connectMicros),
                connectMicros.getTotalCount(),
                issued,
                countAbandoned,
                bytesSent,
                bytesReceived,
                errors().getOrDefault(LoadError.LOCAL, 0L),
                wrongStatuses(),
                busy);
        return new LoadResult(answered, nanos / 1e9, errors(), LatencyMicros.of(latencyMicros), Optional.of(report));
    }
}

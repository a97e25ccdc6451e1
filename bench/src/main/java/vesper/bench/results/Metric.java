package vesper.bench.results;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import vesper.bench.instrument.Drained;
import vesper.bench.instrument.Observation;
import vesper.bench.instrument.Recorded;
import vesper.bench.load.GeneratorReport;
import vesper.bench.statistics.Spread;

/** A figure of a run. */
public enum Metric {
    RATE("rate", "requestsPerSecond", "req/s", "requests per second", true),
    P50("p50", "p50Micros", "p50 µs", "median latency, microseconds", false),
    P90("p90", "p90Micros", "p90 µs", "90th percentile of latency, microseconds", false),
    P99("p99", "p99Micros", "p99 µs", "99th percentile of latency, microseconds", false),
    P999("p99.9", "p999Micros", "p99.9 µs", "99.9th percentile of latency, microseconds", false),
    MAX("max", "maxMicros", "max µs", "longest latency, microseconds", false),
    CPU("cpu", "cpuMicrosPerRequest", "CPU µs/req", "CPU time of the server per request, microseconds", false),
    DRAINED(
            "drained",
            "cpuMicrosPerRequestUntilDrained",
            "CPU drained",
            "CPU time of the server per request until it was idle, microseconds",
            false),
    USER("user", "userCpuMicrosPerRequest", "user", "of it in the program, microseconds", false),
    SYSTEM("system", "systemCpuMicrosPerRequest", "system", "of it in the kernel, microseconds", false),
    ERRORS("errors", "errors", "errors", "requests that failed", false),
    BUSY("busy", "serverCpuShare", "CPU %", "CPU that the server kept busy, percent of one core", false),
    REPLY("reply", "replyMeanMicros", "reply µs", "time from a request to its answer on average, microseconds", false),
    CONNECT("connect", "connectMeanMicros", "connect µs", "time to connect on average, microseconds", false),
    CONNECTIONS("connections", "connectionsPerSecond", "conn/s", "connections per second", true),
    NETWORK("network", "networkKilobytesPerSecond", "KB/s", "kilobytes per second in both directions", true),
    MEMORY("rss", "rssMebibytes", "RSS MiB", "memory after a run, MiB", false),
    THREADS("threads", "threads", "threads", "threads after a run", false),
    PAUSE("pause", "pauseMillis", "pause ms", "pauses of the collector in a run, milliseconds", false),
    ALLOCATED("allocated", "allocatedBytesPerRequest", "alloc B/req", "bytes allocated per request", false),
    PENDING("pending", "pending", "pending", "accepted and not done when a run ended", false),
    LAG("lag", "lagMillis", "lag ms", "age of the oldest of that, milliseconds", false),
    DRAIN("drain", "drainMillis", "drain ms", "from the end of a run until the server was idle, milliseconds", false),
    GENERATOR("generator", "generatorBusy", "gen. busy %", "time that the load generator computed, percent", false),
    LATE("late", "lagP99", "late p99 µs", "99th percentile of how late requests were sent, microseconds", false),
    MISSED("missed", "missed", "missed %", "requests that were due and never left, percent", false);

    private final String word;
    private final String field;
    private final String column;
    private final String meaning;
    private final boolean isMoreBetter;

    Metric(String word, String field, String column, String meaning, boolean isMoreBetter) {
        this.word = word;
        this.field = field;
        this.column = column;
        this.meaning = meaning;
        this.isMoreBetter = isMoreBetter;
    }

    /** Returns the metric with this name in gates. */
    static Optional<Metric> named(String word) {
        return Arrays.stream(values())
                .filter(metric -> metric.word.equals(word))
                .findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(metric -> metric.word).collect(Collectors.joining(", "));
    }

    static List<Metric> latencies() {
        return List.of(P50, P90, P99, P999, MAX, REPLY, CONNECT);
    }

    /** Returns the name in gates. */
    String word() {
        return word;
    }

    /** Returns the name in JSON and CSV. */
    String field() {
        return field;
    }

    /** Returns the heading of its column in tables. */
    String column() {
        return column;
    }

    /**
     * Returns the sign before a figure for which the generator was the bottleneck; empty if the figure does not depend
     * on that.
     */
    String boundSign() {
        return switch (this) {
            case RATE, CONNECTIONS, NETWORK -> "≥ ";
            case P50, P90, P99, P999, MAX, REPLY, CONNECT -> "≤ ";
            default -> "";
        };
    }

    public String meaning() {
        return meaning;
    }

    boolean isMoreBetter() {
        return isMoreBetter;
    }

    /** Returns the spread over runs. */
    public Spread of(List<Recorded> runs) {
        return Spread.of(runs.stream().map(run -> of(run.seen())).toList());
    }

    /**
     * Returns the figure that bounds apply to: the median over runs. For errors it is the sum of all runs, and for the
     * longest latency the longest of all, since one occurrence in one run is enough.
     */
    Spread judged(List<Recorded> runs) {
        Spread all = of(runs);
        return switch (this) {
            case ERRORS ->
                all.isMeasured()
                        ? Spread.single(
                                runs.stream().mapToDouble(run -> of(run.seen())).sum())
                        : all;
            case MAX -> Spread.single(all.high());
            default -> all;
        };
    }

    private static double after(Observation seen, ToDoubleFunction<Drained> figure) {
        return seen.drained().map(figure::applyAsDouble).orElse(Double.NaN);
    }

    private static double generator(Observation seen, ToDoubleFunction<GeneratorReport> figure) {
        return seen.load().generator().map(figure::applyAsDouble).orElse(Double.NaN);
    }

    private static double perSecond(Observation seen, ToDoubleFunction<GeneratorReport> amount) {
        return generator(seen, amount) / seen.load().seconds();
    }

    /** Returns the figure of a run; NaN if it was not measured. */
    double of(Observation seen) {
        return switch (this) {
            case RATE -> seen.load().requestsPerSecond();
            case P50 -> seen.load().latency().p50();
            case P90 -> seen.load().latency().p90();
            case P99 -> seen.load().latency().p99();
            case P999 -> seen.load().latency().p999();
            case MAX -> seen.load().latency().max();
            case CPU -> seen.cpuMicrosPerRequest();
            case DRAINED -> seen.drainedMicrosPerRequest();
            case USER -> seen.userMicrosPerRequest();
            case SYSTEM -> seen.systemMicrosPerRequest();
            case BUSY -> 100 * seen.cpu().totalMicros() / 1e6 / seen.load().seconds();
            case REPLY -> generator(seen, GeneratorReport::replyMeanMicros);
            case CONNECT -> generator(seen, GeneratorReport::connectMeanMicros);
            case CONNECTIONS -> perSecond(seen, GeneratorReport::connections);
            case NETWORK -> perSecond(seen, report -> (report.bytesSent() + report.bytesReceived()) / 1000.0);
            case ERRORS -> seen.load().errorCount();
            case MEMORY -> seen.memory().mebibytes();
            case THREADS -> seen.threads();
            case PAUSE -> seen.pauseMillis();
            case ALLOCATED -> seen.allocatedBytesPerRequest();
            case PENDING -> after(seen, drained -> drained.backlog().pending());
            case LAG -> after(seen, drained -> drained.backlog().lagMillis());
            case DRAIN -> after(seen, drained -> drained.took().toMillis());
            case GENERATOR -> 100 * generator(seen, GeneratorReport::busy);
            case LATE -> generator(seen, report -> report.lag().p99());
            case MISSED -> generator(seen, report -> 100.0 * report.missed() / (report.issued() + report.missed()));
        };
    }
}

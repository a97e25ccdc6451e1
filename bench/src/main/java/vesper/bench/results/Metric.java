package vesper.bench.results;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import vesper.bench.instrument.DrainResult;
import vesper.bench.instrument.Observation;
import vesper.bench.instrument.RecordedRun;
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
    USER("user", "userCpuMicrosPerRequest", "user", "user CPU time per request, microseconds", false),
    SYSTEM("system", "systemCpuMicrosPerRequest", "system", "system CPU time per request, microseconds", false),
    ERRORS("errors", "errors", "errors", "requests that failed", false),
    BUSY("busy", "serverCpuShare", "CPU %", "CPU that the server kept busy, percent of one core", false),
    REPLY("reply", "replyMeanMicros", "reply µs", "mean time from a request to its response, microseconds", false),
    CONNECT("connect", "connectMeanMicros", "connect µs", "mean time to connect, microseconds", false),
    CONNECTIONS("connections", "connectionsPerSecond", "conn/s", "connections per second", true),
    NETWORK("network", "networkKilobytesPerSecond", "KB/s", "kilobytes per second in both directions", true),
    MEMORY("rss", "rssMebibytes", "RSS MiB", "memory after a run, MiB", false),
    THREADS("threads", "threads", "threads", "threads after a run", false),
    PAUSE("pause", "pauseMillis", "pause ms", "collection pauses in a run, milliseconds", false),
    ALLOCATED("allocated", "allocatedBytesPerRequest", "alloc B/req", "bytes allocated per request", false),
    PENDING("pending", "pending", "pending", "backlog at the end of a run", false),
    LAG("lag", "lagMillis", "lag ms", "age of the oldest work in the backlog, milliseconds", false),
    DRAIN(
            "drain",
            "drainMillis",
            "drain ms",
            "time from the end of a run until the server was idle, milliseconds",
            false),
    GENERATOR("generator", "generatorBusy", "gen. busy %", "time that the load generator was busy, percent", false),
    LATE("late", "lagP99", "late p99 µs", "99th percentile of the delay until a request was sent, microseconds", false),
    MISSED("missed", "missed", "missed %", "due requests that were never sent, percent", false);

    private final String gateName;
    private final String field;
    private final String heading;
    private final String meaning;
    private final boolean isMoreBetter;

    Metric(String word, String field, String column, String meaning, boolean isMoreBetter) {
        this.gateName = word;
        this.field = field;
        this.heading = column;
        this.meaning = meaning;
        this.isMoreBetter = isMoreBetter;
    }

    /** Returns the metric with this name in gates. */
    static Optional<Metric> named(String word) {
        return Arrays.stream(values())
                .filter(metric -> metric.gateName.equals(word))
                .findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(metric -> metric.gateName).collect(Collectors.joining(", "));
    }

    static List<Metric> latencies() {
        return List.of(P50, P90, P99, P999, MAX, REPLY, CONNECT);
    }

    /** Returns the name in gates. */
    String gateName() {
        return gateName;
    }

    /** Returns the name in JSON and CSV. */
    String field() {
        return field;
    }

    /** Returns the heading of its column in tables. */
    String heading() {
        return heading;
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
    public Spread spreadOf(List<RecordedRun> runs) {
        return Spread.of(runs.stream().map(run -> valueOf(run.observation())).toList());
    }

    /**
     * Returns the figure that bounds apply to: the median over runs. For errors it is the sum of all runs, and for the
     * longest latency the longest of all, since one occurrence in one run is enough.
     */
    Spread valueForBounds(List<RecordedRun> runs) {
        Spread all = spreadOf(runs);
        return switch (this) {
            case ERRORS ->
                all.isMeasured()
                        ? Spread.single(runs.stream()
                                .mapToDouble(run -> valueOf(run.observation()))
                                .sum())
                        : all;
            case MAX -> Spread.single(all.high());
            default -> all;
        };
    }

    private static double after(Observation observation, ToDoubleFunction<DrainResult> figure) {
        return observation.drained().map(figure::applyAsDouble).orElse(Double.NaN);
    }

    private static double generator(Observation observation, ToDoubleFunction<GeneratorReport> figure) {
        return observation.load().generator().map(figure::applyAsDouble).orElse(Double.NaN);
    }

    private static double perSecond(Observation observation, ToDoubleFunction<GeneratorReport> amount) {
        return generator(observation, amount) / observation.load().seconds();
    }

    /** Returns the figure of a run; NaN if it was not measured. */
    double valueOf(Observation observation) {
        return switch (this) {
            case RATE -> observation.load().requestsPerSecond();
            case P50 -> observation.load().latency().p50();
            case P90 -> observation.load().latency().p90();
            case P99 -> observation.load().latency().p99();
            case P999 -> observation.load().latency().p999();
            case MAX -> observation.load().latency().max();
            case CPU -> observation.cpuMicrosPerRequest();
            case DRAINED -> observation.drainedMicrosPerRequest();
            case USER -> observation.userMicrosPerRequest();
            case SYSTEM -> observation.systemMicrosPerRequest();
            case BUSY ->
                100 * observation.cpu().totalMicros() / 1e6 / observation.load().seconds();
            case REPLY -> generator(observation, GeneratorReport::replyMeanMicros);
            case CONNECT -> generator(observation, GeneratorReport::connectMeanMicros);
            case CONNECTIONS -> perSecond(observation, GeneratorReport::connections);
            case NETWORK -> perSecond(observation, report -> (report.bytesSent() + report.bytesReceived()) / 1000.0);
            case ERRORS -> observation.load().errorCount();
            case MEMORY -> observation.memory().mebibytes();
            case THREADS -> observation.threads();
            case PAUSE -> observation.pauseMillis();
            case ALLOCATED -> observation.allocatedBytesPerRequest();
            case PENDING -> after(observation, drained -> drained.backlog().pending());
            case LAG -> after(observation, drained -> drained.backlog().lagMillis());
            case DRAIN -> after(observation, drained -> drained.duration().toMillis());
            case GENERATOR -> 100 * generator(observation, GeneratorReport::busyShare);
            case LATE -> generator(observation, report -> report.sendDelay().p99());
            case MISSED ->
                generator(observation, report -> 100.0 * report.abandoned() / (report.sent() + report.abandoned()));
        };
    }
}

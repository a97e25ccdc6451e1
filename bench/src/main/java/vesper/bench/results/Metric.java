package vesper.bench.results;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import vesper.bench.instrument.Observation;
import vesper.bench.instrument.Recorded;
import vesper.bench.statistics.Spread;

/** A figure of a run. */
public enum Metric {
    RATE("rate", "requestsPerSecond", "req/s", "requests per second", true),
    P50("p50", "p50Micros", "p50 µs", "median latency, microseconds", false),
    P90("p90", "p90Micros", "p90 µs", "90th percentile of latency, microseconds", false),
    P99("p99", "p99Micros", "p99 µs", "99th percentile of latency, microseconds", false),
    MAX("max", "maxMicros", "max µs", "longest latency, microseconds", false),
    CPU("cpu", "cpuMicrosPerRequest", "CPU µs/req", "CPU time of the server per request, microseconds", false),
    USER("user", "userCpuMicrosPerRequest", "user", "of it in the program, microseconds", false),
    SYSTEM("system", "systemCpuMicrosPerRequest", "system", "of it in the kernel, microseconds", false),
    ERRORS("errors", "errors", "errors", "requests that failed", false),
    MEMORY("rss", "rssMebibytes", "RSS MiB", "memory after a run, MiB", false),
    THREADS("threads", "threads", "threads", "threads after a run", false),
    PAUSE("pause", "pauseMillis", "pause ms", "pauses of the collector in a run, milliseconds", false),
    ALLOCATED("allocated", "allocatedBytesPerRequest", "alloc B/req", "bytes allocated per request", false);

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

    /** By its name in gates. */
    static Optional<Metric> named(String word) {
        return Arrays.stream(values())
                .filter(metric -> metric.word.equals(word))
                .findFirst();
    }

    static String words() {
        return Arrays.stream(values()).map(metric -> metric.word).collect(Collectors.joining(", "));
    }

    static List<Metric> latencies() {
        return List.of(P50, P90, P99, MAX);
    }

    /** In a gate. */
    String word() {
        return word;
    }

    /** In JSON. */
    String field() {
        return field;
    }

    /** Over a table's column. */
    String column() {
        return column;
    }

    public String meaning() {
        return meaning;
    }

    boolean isMoreBetter() {
        return isMoreBetter;
    }

    /** Over runs. */
    public Spread of(List<Recorded> runs) {
        return Spread.of(runs.stream().map(run -> of(run.seen())).toList());
    }

    /** NaN where it was not measured. */
    double of(Observation seen) {
        return switch (this) {
            case RATE -> seen.load().requestsPerSecond();
            case P50 -> seen.load().latency().p50();
            case P90 -> seen.load().latency().p90();
            case P99 -> seen.load().latency().p99();
            case MAX -> seen.load().latency().max();
            case CPU -> seen.cpuMicrosPerRequest();
            case USER -> seen.userMicrosPerRequest();
            case SYSTEM -> seen.systemMicrosPerRequest();
            case ERRORS -> seen.load().errorCount();
            case MEMORY -> seen.memory().mebibytes();
            case THREADS -> seen.threads();
            case PAUSE -> seen.pauseMillis();
            case ALLOCATED -> seen.allocatedBytesPerRequest();
        };
    }
}

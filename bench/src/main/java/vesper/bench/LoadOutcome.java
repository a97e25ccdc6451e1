package vesper.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import vesper.bench.load.GeneratorReport;
import vesper.bench.load.LatencyMicros;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadResult;
import vesper.bench.load.ServiceLevel;
import vesper.bench.process.CpuTime;
import vesper.bench.report.Figure;
import vesper.bench.report.JsonEncoder;

/** The result that {@code load} prints: the measurements of a run, and whether they stay within the given bounds. */
record LoadOutcome(Run run, Optional<ServiceLevel> serviceLevel) {
    /** The reason that reports name for a run that ended early. */
    static final String INTERRUPTED = "interrupted";

    /**
     * Measurements of one run.
     *
     * @param serverCpu empty if no pid was given, or if the process ended before it could be read
     * @param aborted true if the run was interrupted before its planned end
     */
    record Run(LoadResult load, Optional<CpuTime> serverCpu, boolean aborted) {
        private Optional<Double> cpuPerRequest() {
            if (load.expectedCount() == 0) return Optional.empty();
            return serverCpu.map(cpu -> (double) cpu.totalMicros() / load.expectedCount());
        }
    }

    private LoadResult load() {
        return run.load();
    }

    int exitCode() {
        if (run.aborted()) return ExitCode.FAILED;
        if (load().expectedCount() == 0) return ExitCode.FAILED;
        return violations().isEmpty() ? ExitCode.OK : ExitCode.GATE_MISSED;
    }

    private List<String> violations() {
        return serviceLevel.map(bounds -> bounds.violationsOf(load())).orElse(List.of());
    }

    String json() {
        Map<String, Object> json = json(run);
        if (run.aborted()) json.put("brokenOff", INTERRUPTED);
        serviceLevel.ifPresent(bounds -> {
            json.put("serviceLevel", bounds.toString());
            json.put("missed", violations());
        });
        return JsonEncoder.encode(json) + "\n";
    }

    static Map<String, Object> json(Run driven) {
        LoadResult load = driven.load();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("requests", load.requests());
        json.put("seconds", load.seconds());
        json.put("requestsPerSecond", load.requestsPerSecond());
        json.put("errors", errorsByKind(load));
        json.put("latencyMicros", latency(load.latency()));
        load.generator().ifPresent(generator -> json.put("generator", generator(generator, load.seconds())));
        driven.cpuPerRequest().ifPresent(micros -> json.put("serverCpuMicrosPerRequest", micros));
        return json;
    }

    String text() {
        var text = new StringBuilder();
        line(
                text,
                "requests",
                String.format(
                        Locale.ROOT,
                        "%,d in %.2f s, %,.0f per second as expected%s",
                        load().requests(),
                        load().seconds(),
                        load().requestsPerSecond(),
                        load().generator().map(GeneratorReport::isLowerBound).orElse(false)
                                ? ", a lower bound: the generator was at its limit"
                                : ""));
        line(text, "latency µs", quantiles(load().latency()));
        load().generator().ifPresent(generator -> lines(text, generator));
        line(text, "errors", errors());
        run.cpuPerRequest().ifPresent(micros -> line(text, "server CPU", Figure.of(micros) + " µs per request"));
        serviceLevel.ifPresent(bounds -> line(
                text,
                "bounds",
                violations().isEmpty() ? bounds + ": met" : "missed: " + String.join(", ", violations())));
        if (run.aborted()) line(text, "aborted", INTERRUPTED + "; the results so far");
        return text.toString();
    }

    private void lines(StringBuilder text, GeneratorReport generator) {
        double seconds = load().seconds();
        boolean isOpenLoop = Double.isFinite(generator.sendDelay().max());
        if (isOpenLoop) {
            line(text, "raw µs", quantiles(generator.raw()));
            line(text, "sent late µs", quantiles(generator.sendDelay()));
            line(text, "queued µs", quantiles(generator.queued()));
        }
        line(
                text,
                "connections",
                String.format(
                        Locale.ROOT,
                        "%,d, %s per second, connect µs p50 %s, p99 %s",
                        generator.connections(),
                        Figure.of(perSecond(generator.connections(), seconds)),
                        Figure.of(generator.connect().p50()),
                        Figure.of(generator.connect().p99())));
        line(
                text,
                "network",
                String.format(
                        Locale.ROOT,
                        "%s KB/s sent, %s KB/s received",
                        Figure.of(perSecond(generator.bytesSent(), seconds) / 1000),
                        Figure.of(perSecond(generator.bytesReceived(), seconds) / 1000)));
        line(
                text,
                "generator",
                String.format(
                        Locale.ROOT,
                        "busy %.0f %%, %,d sent, %,d missed%s",
                        100 * generator.busyShare(),
                        generator.sent(),
                        generator.abandoned(),
                        load().isShortOfConnections() ? "; some requests had to wait for a free connection" : ""));
    }

    private static String quantiles(LatencyMicros latency) {
        return "p50 " + Figure.of(latency.p50()) + ", p90 " + Figure.of(latency.p90()) + ", p99 "
                + Figure.of(latency.p99()) + ", p99.9 " + Figure.of(latency.p999()) + ", max "
                + Figure.of(latency.max());
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, "%-13s%s%n", name, value));
    }

    /** Returns text such as {@code 3 status, 1 timeout}; kinds that did not occur are left out. */
    String errors() {
        if (load().errorCount() == 0) return "none";
        return Arrays.stream(LoadError.values())
                .filter(kind -> load().count(kind) > 0)
                .map(kind -> String.format(Locale.ROOT, "%,d %s", load().count(kind), words(kind)))
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns the name of a kind of error, with the status codes if they are known: {@code with another status (404)}.
     */
    private String words(LoadError kind) {
        Set<Integer> statuses = load().generator()
                .map(generator -> generator.wrongStatuses().keySet())
                .orElse(Set.of());
        if (kind != LoadError.STATUS || statuses.isEmpty()) return kind.words();
        return statuses.stream().map(String::valueOf).collect(Collectors.joining(", ", kind.words() + " (", ")"));
    }

    /** Returns the count of every kind, zeros included, so that readers of the JSON need not handle missing keys. */
    private static Map<String, Long> errorsByKind(LoadResult load) {
        Map<String, Long> byKind = new LinkedHashMap<>();
        for (LoadError kind : LoadError.values()) byKind.put(kind.label(), load.count(kind));
        return byKind;
    }

    private static Map<String, Double> latency(LatencyMicros latency) {
        Map<String, Double> quantiles = new LinkedHashMap<>();
        quantiles.put("p50", latency.p50());
        quantiles.put("p90", latency.p90());
        quantiles.put("p99", latency.p99());
        quantiles.put("p99.9", latency.p999());
        quantiles.put("max", latency.max());
        return quantiles;
    }

    private static Map<String, Object> generator(GeneratorReport generator, double seconds) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("lowerBound", generator.isLowerBound());
        json.put("busy", generator.busyShare());
        json.put("issued", generator.sent());
        json.put("missed", generator.abandoned());
        Map<String, Long> statuses = new LinkedHashMap<>();
        generator.wrongStatuses().forEach((status, count) -> statuses.put(Integer.toString(status), count));
        json.put("wrongStatuses", statuses);
        json.put("lagMicros", latency(generator.sendDelay()));
        json.put("queuedMicros", latency(generator.queued()));
        json.put("rawLatencyMicros", latency(generator.raw()));
        json.put("connections", generator.connections());
        json.put("connectionsPerSecond", perSecond(generator.connections(), seconds));
        json.put("connectMicros", latency(generator.connect()));
        json.put("bytesSentPerSecond", perSecond(generator.bytesSent(), seconds));
        json.put("bytesReceivedPerSecond", perSecond(generator.bytesReceived(), seconds));
        return json;
    }

    private static double perSecond(long amount, double seconds) {
        return seconds > 0 ? amount / seconds : 0;
    }
}

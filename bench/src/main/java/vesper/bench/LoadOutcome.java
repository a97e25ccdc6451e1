package vesper.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import vesper.bench.load.LatencyMicros;
import vesper.bench.load.LoadError;
import vesper.bench.load.LoadResult;
import vesper.bench.process.CpuTime;
import vesper.bench.report.Figure;
import vesper.bench.report.JsonText;

/** What {@code load} prints. {@code serverCpu} is there when a server's pid was given. */
record LoadOutcome(LoadResult load, Optional<CpuTime> serverCpu) {
    String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("requests", load.requests());
        json.put("seconds", load.seconds());
        json.put("requestsPerSecond", load.requestsPerSecond());
        json.put("errors", errorsByKind());
        json.put("latencyMicros", latency());
        cpuPerRequest().ifPresent(micros -> json.put("serverCpuMicrosPerRequest", micros));
        return JsonText.of(json) + "\n";
    }

    String text() {
        LatencyMicros latency = load.latency();
        String cpu = cpuPerRequest()
                .map(micros -> "server CPU   " + Figure.of(micros) + " µs per request\n")
                .orElse("");
        return String.format(
                Locale.ROOT,
                "requests     %,d in %.2f s, %,.0f per second%n"
                        + "latency µs   p50 %s, p90 %s, p99 %s, max %s%n"
                        + "errors       %s%n%s",
                load.requests(),
                load.seconds(),
                load.requestsPerSecond(),
                Figure.of(latency.p50()),
                Figure.of(latency.p90()),
                Figure.of(latency.p99()),
                Figure.of(latency.max()),
                errors(),
                cpu);
    }

    /** {@code 3 status, 1 timeout}; kinds that did not happen are left out. */
    private String errors() {
        if (load.errorCount() == 0) return "none";
        return Arrays.stream(LoadError.values())
                .filter(kind -> load.count(kind) > 0)
                .map(kind -> String.format(Locale.ROOT, "%,d %s", load.count(kind), kind.words()))
                .collect(Collectors.joining(", "));
    }

    /** Every kind, so that a reader of the JSON need not know which may be missing. */
    private Map<String, Long> errorsByKind() {
        Map<String, Long> byKind = new LinkedHashMap<>();
        for (LoadError kind : LoadError.values()) byKind.put(kind.label(), load.count(kind));
        return byKind;
    }

    private Map<String, Double> latency() {
        LatencyMicros latency = load.latency();
        Map<String, Double> quantiles = new LinkedHashMap<>();
        quantiles.put("p50", latency.p50());
        quantiles.put("p90", latency.p90());
        quantiles.put("p99", latency.p99());
        quantiles.put("max", latency.max());
        return quantiles;
    }

    private Optional<Double> cpuPerRequest() {
        if (load.requests() == 0) return Optional.empty();
        return serverCpu.map(cpu -> (double) cpu.totalMicros() / load.requests());
    }
}

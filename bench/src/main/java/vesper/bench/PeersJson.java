package vesper.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.report.JsonText;
import vesper.bench.statistics.Spread;

/** The result as {@code result.json}; {@code docs/guide/bench.md} describes its shape. */
final class PeersJson {
    private PeersJson() {}

    static String of(PeersResult result) {
        Setting setting = result.setting();
        Findings findings = result.findings();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("experiment", "peers");
        json.put("startedAt", setting.startedAt().toString());
        json.put("quick", setting.quick());
        json.put("engine", setting.engine());
        json.put("connections", setting.workload().connections());
        json.put(
                "ioThreads",
                setting.ioThreads().isPresent() ? setting.ioThreads().getAsInt() : null);
        json.put("rounds", setting.scale().rounds());
        json.put("secondsPerRun", setting.scale().run().toMillis() / 1000.0);
        json.put("seed", setting.seed());
        json.put("stable", findings.isStable());
        json.put("brokenOff", findings.brokenOff().orElse(null));
        json.put("leftOut", findings.leftOut().stream().map(PeersJson::leftOut).toList());
        json.put("environment", setting.machine());
        json.put("arms", result.arms().stream().map(PeersJson::arm).toList());
        json.put("bars", result.bars().stream().map(PeersJson::bar).toList());
        return JsonText.of(json) + "\n";
    }

    private static Map<String, String> leftOut(LeftOut arm) {
        return Map.of("name", arm.name(), "why", arm.why());
    }

    private static Map<String, @Nullable Object> arm(ArmSummary summary) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", summary.arm().name());
        json.put("version", summary.arm().version());
        json.put("stable", summary.warmth().map(Warmth::stable).orElse(null));
        json.put("warmupWindows", summary.warmth().map(Warmth::windows).orElse(null));
        json.put("startMillis", summary.startMillis().orElse(null));
        json.put("errors", summary.errors());
        json.put("requestsPerSecond", spread(summary.rate()));
        json.put("p50Micros", spread(summary.p50()));
        json.put("p99Micros", spread(summary.p99()));
        json.put("cpuMicrosPerRequest", spread(summary.cpu()));
        json.put("userCpuMicrosPerRequest", spread(summary.userCpu()));
        json.put("systemCpuMicrosPerRequest", spread(summary.systemCpu()));
        json.put("rssMebibytes", spread(summary.memory()));
        json.put("cpuToFloor", spread(summary.cpuToFloor()));
        json.put("requestsPerSecondToFloor", spread(summary.rateToFloor()));
        json.put("pipelinedRequestsPerSecond", spread(summary.pipelinedRate()));
        json.put("pipelinedToUnpipelined", spread(summary.pipelinedToPlain()));
        return json;
    }

    private static Map<String, @Nullable Object> bar(BarVerdict bar) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("what", bar.what());
        json.put("bar", bar.bar());
        json.put("measured", spread(bar.figure()));
        json.put("met", bar.met().orElse(null));
        return json;
    }

    private static @Nullable Map<String, Object> spread(Spread spread) {
        if (!spread.isMeasured()) return null;
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("low", spread.low());
        json.put("median", spread.median());
        json.put("high", spread.high());
        json.put("count", spread.count());
        return json;
    }
}

package vesper.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.report.JsonText;

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
        json.put("bars", result.bars().stream().map(FigureJson::bar).toList());
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
        json.put("requestsPerSecond", FigureJson.spread(summary.rate()));
        json.put("p50Micros", FigureJson.spread(summary.p50()));
        json.put("p99Micros", FigureJson.spread(summary.p99()));
        json.put("cpuMicrosPerRequest", FigureJson.spread(summary.cpu()));
        json.put("userCpuMicrosPerRequest", FigureJson.spread(summary.userCpu()));
        json.put("systemCpuMicrosPerRequest", FigureJson.spread(summary.systemCpu()));
        json.put("rssMebibytes", FigureJson.spread(summary.memory()));
        json.put("cpuToFloor", FigureJson.spread(summary.cpuToFloor()));
        json.put("requestsPerSecondToFloor", FigureJson.spread(summary.rateToFloor()));
        json.put("pipelinedRequestsPerSecond", FigureJson.spread(summary.pipelinedRate()));
        json.put("pipelinedToUnpipelined", FigureJson.spread(summary.pipelinedToPlain()));
        return json;
    }
}

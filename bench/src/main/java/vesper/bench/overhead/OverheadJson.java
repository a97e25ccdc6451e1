package vesper.bench.overhead;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.FigureJson;
import vesper.bench.Warmth;
import vesper.bench.report.JsonText;

/** The result as {@code result.json}; {@code docs/guide/bench.md} describes its shape. */
final class OverheadJson {
    private static final int MOST_THREADS = 8;
    private static final double LEAST_PER_REQUEST = 0.01;

    private final OverheadFindings findings;

    private OverheadJson(OverheadFindings findings) {
        this.findings = findings;
    }

    static String of(OverheadResult result) {
        var writer = new OverheadJson(result.findings());
        OverheadSetting setting = result.setting();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("experiment", "overhead");
        json.put("startedAt", setting.startedAt().toString());
        json.put("quick", setting.quick());
        json.put("engines", setting.engines());
        json.put("connections", setting.scale().connections());
        json.put("rounds", setting.scale().rounds());
        json.put("secondsPerRun", setting.scale().run().toMillis() / 1000.0);
        json.put("secondsSustained", setting.scale().sustained().toMillis() / 1000.0);
        json.put("abRequests", setting.scale().abRequests());
        json.put("heap", setting.scale().heap());
        json.put("seed", setting.seed());
        json.put("stable", result.findings().isStable());
        json.put("brokenOff", result.findings().brokenOff().orElse(null));
        json.put("environment", setting.machine());
        json.put("cases", LastingCost.all(result.findings()).map(writer::ofCase).toList());
        json.put(
                "gains",
                Gain.of(result.findings()).stream().map(OverheadJson::gain).toList());
        json.put(
                "effects",
                SwitchEffect.of(Phase.OWN, result.findings()).stream()
                        .map(OverheadJson::effect)
                        .toList());
        json.put("bars", result.bars().stream().map(FigureJson::bar).toList());
        return JsonText.of(json) + "\n";
    }

    private Map<String, @Nullable Object> ofCase(LastingCost cost) {
        RecordingCase recording = cost.recording();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", recording.slug());
        json.put("monitor", recording.monitor());
        json.put("tracker", recording.tracker());
        json.put("stable", findings.warmthOf(recording).map(Warmth::stable).orElse(null));
        json.put(
                "warmupWindows",
                findings.warmthOf(recording).map(Warmth::windows).orElse(null));
        for (Phase phase : Phase.values()) json.put(phase.label(), phase(CaseSummary.of(phase, recording, findings)));
        json.put("backlog", cost.sustained().map(OverheadJson::backlog).orElse(null));
        json.put("heap", cost.heap().map(use -> heap(use, cost)).orElse(null));
        json.put("records", records(cost));
        return json;
    }

    private static @Nullable Map<String, @Nullable Object> phase(CaseSummary summary) {
        if (!summary.rate().isMeasured()) return null;
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("requestsPerSecond", FigureJson.spread(summary.rate()));
        json.put("averageRequestsPerSecond", summary.averageRate());
        json.put("cpuMicrosPerRequest", FigureJson.spread(summary.loaded()));
        json.put("cpuMicrosPerRequestUntilDrained", FigureJson.spread(summary.drained()));
        json.put("requestsPerSecondToOff", FigureJson.spread(summary.rateToOff()));
        json.put("cpuToOff", FigureJson.spread(summary.loadedToOff()));
        json.put("cpuUntilDrainedToOff", FigureJson.spread(summary.drainedToOff()));
        return json;
    }

    private static Map<String, Object> backlog(OverheadRun run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("pending", run.backlog().pending());
        json.put("lagMillis", run.backlog().lagMillis());
        json.put("drainMillis", run.drainTook().toMillis());
        json.put("rssBytes", run.memory().bytes());
        return json;
    }

    private static Map<String, Object> heap(HeapUse use, LastingCost cost) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("allocatedBytesPerRequest", cost.allocatedPerRequest());
        json.put("allocatedBytesPerRequestServing", cost.allocatedServingPerRequest());
        json.put("allocatedBytesPerRequestByThread", byThread(use.allocatedBytes(), cost));
        json.put("cpuMicrosPerRequestByThread", byThread(use.cpuMicros(), cost));
        json.put("liveGrowthBytes", use.liveGrowthBytes());
        return json;
    }

    /** The largest few; kinds that round to nothing are left out. */
    private static Map<String, Double> byThread(Map<String, Long> figures, LastingCost cost) {
        Map<String, Double> largest = new LinkedHashMap<>();
        figures.entrySet().stream()
                .filter(kind -> cost.perRequest(kind.getValue()) >= LEAST_PER_REQUEST)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_THREADS)
                .forEach(kind -> largest.put(kind.getKey(), cost.perRequest(kind.getValue())));
        return largest;
    }

    private static Map<String, @Nullable Object> records(LastingCost cost) {
        Census census = cost.census();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("answered", census.answered());
        json.put("foundByMonitor", census.monitored());
        json.put("foundByTracker", census.tracked());
        json.put("missing", census.missing());
        json.put("notAnswered", census.invented());
        json.put("sealedBytes", cost.disk().map(DiskUse::sealedBytes).orElse(null));
        json.put("journalBytes", cost.disk().map(DiskUse::journalBytes).orElse(null));
        json.put("sealedBytesPerRecord", cost.bytesPerRecord());
        return json;
    }

    private static Map<String, @Nullable Object> effect(SwitchEffect one) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("switchedOn", one.what());
        json.put("requestsPerSecond", FigureJson.effect(one.effect()));
        json.put("verdict", one.verdict().toString());
        return json;
    }

    private static Map<String, @Nullable Object> gain(Gain gain) {
        Map<String, Double> published = new LinkedHashMap<>();
        for (PublishedGain each : gain.published()) published.put(each.platform(), each.percent());
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("switchedOff", gain.what());
        json.put("percentOwn", FigureJson.spread(gain.own()));
        json.put("percentAb", FigureJson.spread(gain.ab()));
        json.put("published", published);
        return json;
    }
}

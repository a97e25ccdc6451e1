package vesper.bench.documents;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.FigureJson;
import vesper.bench.report.JsonEncoder;

/** Writes the result as {@code result.json}; {@code docs/guide/bench.md} describes its structure. */
final class DocumentsJson {
    private DocumentsJson() {}

    static String of(DocumentsResult result) {
        DocumentsSetting setting = result.setting();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("experiment", "documents");
        json.put("startedAt", setting.startedAt().toString());
        json.put("quick", setting.quick());
        json.put("nodes", setting.nodes().isPresent() ? setting.nodes().getAsInt() : 1);
        json.put("starts", setting.scale().starts());
        json.put("roundsPerStart", setting.scale().rounds());
        json.put("seed", setting.seed());
        json.put("stable", result.findings().isStable());
        json.put("brokenOff", result.findings().abortReason().orElse(null));
        json.put(
                "notMeasured",
                result.findings().unsupported().stream()
                        .map(DocumentsJson::notMeasured)
                        .toList());
        json.put("environment", setting.machine());
        json.put("promises", promises());
        json.put(
                "cases",
                result.comparisons().stream().map(DocumentsJson::ofCase).toList());
        json.put("bars", result.bars().stream().map(DocumentsJson::bar).toList());
        json.put(
                "again",
                new RepeatedVesper(result.findings())
                        .all().stream().map(DocumentsJson::again).toList());
        json.put("published", published());
        json.put(
                "warmUps",
                result.findings().warmUps().stream().map(DocumentsJson::warmUp).toList());
        json.put(
                "runs",
                result.findings().runs().stream().map(DocumentsJson::run).toList());
        return JsonEncoder.encode(json) + "\n";
    }

    private static Map<String, String> promises() {
        Map<String, String> promises = new LinkedHashMap<>();
        for (Contestant contestant : Contestant.values()) promises.put(contestant.slug(), contestant.promise());
        return promises;
    }

    private static Map<String, @Nullable Object> bar(JudgedBar bar) {
        Map<String, @Nullable Object> json = FigureJson.bar(bar.verdict());
        json.put("interval", FigureJson.effect(bar.interval()));
        return json;
    }

    private static Map<String, @Nullable Object> again(RepeatedVesper.RepeatEffect repeat) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("case", repeat.measuredCase().name());
        json.putAll(FigureJson.effect(repeat.effect()));
        return json;
    }

    private static Map<String, Object> published() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("source", PublishedRate.SOURCE);
        for (PublishedRate rate : PublishedRate.ALL) json.put(rate.ofCase(), rate.perSecond());
        return json;
    }

    private static Map<String, @Nullable Object> warmUp(CaseWarmUpResult warmUp) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("start", warmUp.start());
        json.put("case", warmUp.measuredCase().name());
        json.put("contestant", warmUp.contestant().slug());
        json.put("stable", warmUp.isStable());
        json.put("objection", warmUp.objection().orElse(null));
        json.put("windows", warmUp.windows().stream().map(DocumentsRun::value).toList());
        return json;
    }

    private static Map<String, @Nullable Object> run(DocumentsRun run) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("start", run.start());
        json.put("round", run.round());
        json.put("case", run.measuredCase().name());
        json.put("contestant", run.contestant().slug());
        json.put("count", run.count());
        json.put("seconds", run.seconds());
        json.put("cpuSeconds", run.cpuSeconds());
        json.put("value", run.value());
        json.put("failures", run.failures());
        json.put("missing", run.missing());
        json.put("differing", run.differing());
        return json;
    }

    private static Map<String, String> notMeasured(UnsupportedCase one) {
        Map<String, String> json = new LinkedHashMap<>();
        json.put("case", one.measuredCase().name());
        json.put("contestant", one.contestant().slug());
        json.put("why", one.reason());
        return json;
    }

    private static Map<String, @Nullable Object> ofCase(CaseComparison one) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", one.measuredCase().name());
        json.put("label", one.measuredCase().label());
        json.put("unit", one.measuredCase().measure().unit());
        json.put("contestant", one.contestant().slug());
        json.put("durable", one.measuredCase().isDurable());
        json.put("xenon", FigureJson.spread(one.xenon()));
        json.put("vesper", FigureJson.spread(one.own()));
        json.put("toXenon", FigureJson.spread(one.toXenon()));
        json.put("xenonPerCpuSecond", FigureJson.spread(one.xenonPerCpu()));
        json.put("vesperPerCpuSecond", FigureJson.spread(one.ownPerCpu()));
        json.put("perCpuSecondToXenon", FigureJson.spread(one.cpuToXenon()));
        json.put("effect", FigureJson.effect(one.effect()));
        json.put(
                "publishedPerSecond",
                PublishedRate.of(one.measuredCase())
                        .map(PublishedRate::perSecond)
                        .orElse(null));
        return json;
    }
}

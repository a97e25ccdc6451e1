package vesper.bench.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import vesper.bench.FigureJson;
import vesper.bench.design.Level;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.WarmUpResult;
import vesper.bench.report.JsonEncoder;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.StabilityRule.Window;

/** Writes the result as {@code result.json}. */
final class OutcomeJson {
    private OutcomeJson() {}

    static String of(Outcome outcome) {
        ExperimentSetting setting = outcome.setting();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("experiment", setting.experiment());
        json.put("startedAt", setting.startedAt().toString());
        json.put("quick", setting.quick());
        json.put("engine", setting.engine());
        json.put("pace", pace(setting.pace()));
        json.put("seed", setting.seed());
        json.put("stable", outcome.records().isStable());
        json.put("brokenOff", outcome.records().abortReason().orElse(null));
        json.put(
                "leftOut",
                outcome.records().unavailable().stream()
                        .map(missing -> Map.of("name", missing.name(), "why", missing.reason()))
                        .toList());
        json.put("remarks", setting.remarks());
        json.put("environment", setting.machine());
        json.put("arms", outcome.arms().stream().map(OutcomeJson::arm).toList());
        json.put(
                "noiseFloors",
                outcome.contrasts().floors().stream().map(OutcomeJson::floor).toList());
        json.put(
                "contrasts",
                outcome.contrasts().all().stream().map(OutcomeJson::contrast).toList());
        json.put("published", new PublishedTable(outcome).json());
        json.put("runs", RunsJson.of(outcome.records().runs()));
        json.put("bars", outcome.bars().stream().map(FigureJson::bar).toList());
        json.putAll(outcome.particulars().json());
        return JsonEncoder.encode(json) + "\n";
    }

    private static Map<String, Object> pace(Pace pace) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("starts", pace.starts());
        json.put("roundsPerStart", pace.rounds());
        json.put("secondsPerRun", pace.run().toMillis() / 1000.0);
        json.put("tolerance", pace.rule().tolerance());
        json.put("scatter", pace.rule().scatter());
        json.put("mostWindows", pace.maxWindows());
        return json;
    }

    private static Map<String, Object> floor(NoiseFloor floor) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", floor.kind());
        json.put(Metric.RATE.field(), floor.rate());
        json.put(Metric.CPU.field(), floor.cpu());
        json.put(Metric.DRAINED.field(), floor.drained());
        json.put("measured", floor.repeats().stream().map(OutcomeJson::contrast).toList());
        return json;
    }

    private static Map<String, @Nullable Object> arm(ArmFigures arm) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", arm.arm().name());
        json.put("server", arm.arm().subject().name());
        json.put("version", arm.arm().subject().version());
        Map<String, Object> levels = new LinkedHashMap<>();
        for (Level level : arm.arm().levels()) levels.put(level.factor(), level.value());
        json.put("levels", levels);
        json.put("command", arm.arm().subject().command());
        json.put("variables", new TreeMap<>(arm.arm().subject().environment()));
        json.put("stable", arm.isStable());
        json.put("lowerBound", arm.limit() == GeneratorLimit.UNKNOWN ? null : arm.limit() == GeneratorLimit.REACHED);
        json.put("errorsByKind", RunsJson.byKind(arm.errorsByKind()));
        json.put("warmups", arm.warmUps().stream().map(OutcomeJson::warmUp).toList());
        for (Metric metric : Metric.values()) json.put(metric.field(), FigureJson.spread(arm.spreadOf(metric)));
        return json;
    }

    private static Map<String, @Nullable Object> warmUp(WarmUpResult warmUp) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("start", warmUp.start());
        json.put("objection", warmUp.objection().orElse(null));
        json.put("requestsPerSecond", figures(warmUp, Window::rate));
        json.put("cpuMicrosPerRequest", figures(warmUp, Window::cost));
        json.put("compiling", figures(warmUp, Window::compiling));
        json.put("collecting", figures(warmUp, Window::collecting));
        json.put("pending", figures(warmUp, Window::pending));
        return json;
    }

    private static List<Double> figures(WarmUpResult warmUp, ToDoubleFunction<Window> figure) {
        return warmUp.windows().stream().map(figure::applyAsDouble).toList();
    }

    private static Map<String, @Nullable Object> contrast(Contrast contrast) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("arm", contrast.arm());
        json.put("base", contrast.base());
        json.put("figure", contrast.metric().field());
        json.putAll(FigureJson.effect(contrast.effect()));
        Effect.Interval adjusted = contrast.effect().interval(contrast.comparisons());
        json.put("adjustedLow", adjusted.low());
        json.put("adjustedHigh", adjusted.high());
        json.put("adjustedP", contrast.adjusted());
        json.put("verdict", contrast.words());
        return json;
    }
}

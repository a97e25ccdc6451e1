package vesper.bench.results;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.WarmUpResult;
import vesper.bench.load.LoadError;
import vesper.bench.report.Table;
import vesper.bench.statistics.Effect;

/** The tables of an outcome, the same for the terminal, Markdown and the report. */
final class OutcomeTables {
    private static final List<Metric> IN_SHORT = List.of(
            Metric.RATE,
            Metric.P50,
            Metric.P99,
            Metric.CPU,
            Metric.DRAINED,
            Metric.ALLOCATED,
            Metric.MEMORY,
            Metric.ERRORS);

    private OutcomeTables() {}

    static Table arms(Outcome outcome) {
        return arms(outcome, IN_SHORT);
    }

    static Table allFigures(Outcome outcome) {
        return arms(
                outcome,
                Arrays.stream(Metric.values())
                        .filter(metric -> outcome.arms().stream().anyMatch(arm -> Double.isFinite(arm.median(metric))))
                        .toList());
    }

    private static Table arms(Outcome outcome, List<Metric> metrics) {
        List<String> headings = new ArrayList<>(List.of("arm"));
        metrics.forEach(metric -> headings.add(metric.heading()));
        List<List<String>> rows = new ArrayList<>();
        for (ArmFigures arm : outcome.arms()) {
            List<String> row = new ArrayList<>(List.of(arm.arm().name()));
            for (Metric metric : metrics) {
                row.add(arm.text(metric));
            }
            rows.add(row);
        }
        return new Table(headings, rows);
    }

    /** Returns the number of errors of each kind, for arms that have any. */
    static Table errors(Outcome outcome) {
        List<LoadError> kinds = Arrays.stream(LoadError.values())
                .filter(kind -> outcome.arms().stream()
                        .anyMatch(arm -> arm.errorsByKind().containsKey(kind)))
                .toList();
        List<String> headings = new ArrayList<>(List.of("arm"));
        kinds.forEach(kind -> headings.add(kind.words()));
        List<List<String>> rows = new ArrayList<>();
        for (ArmFigures arm : outcome.arms()) {
            if (arm.errors() == 0) continue;
            List<String> row = new ArrayList<>(List.of(arm.arm().name()));
            kinds.forEach(kind -> row.add(Long.toString(arm.errorsByKind().getOrDefault(kind, 0L))));
            rows.add(row);
        }
        return new Table(headings, rows);
    }

    static Table contrasts(Outcome outcome) {
        List<List<String>> rows = new ArrayList<>();
        for (Contrast contrast : outcome.contrasts().all()) {
            rows.add(List.of(
                    contrast.arm() + " to " + contrast.base(),
                    contrast.metric().heading(),
                    factor(contrast.effect()),
                    interval(contrast.effect()),
                    probability(contrast.adjusted()),
                    contrast.words()));
        }
        return new Table(List.of("compared", "figure", "factor", "95 % interval", "p", "verdict"), rows);
    }

    static Table bars(Outcome outcome) {
        List<List<String>> rows = new ArrayList<>();
        outcome.bars()
                .forEach(bar -> rows.add(List.of(bar.description(), bar.condition(), bar.measured(), bar.verdict())));
        return new Table(List.of("bar", "required", "measured", "verdict"), rows);
    }

    /** Returns the warm-up of each arm in each start. */
    static Table warmUps(Outcome outcome) {
        List<List<String>> rows = new ArrayList<>();
        for (WarmUpResult warmUp : outcome.records().warmUps()) {
            rows.add(List.of(
                    warmUp.arm(),
                    Integer.toString(warmUp.start()),
                    Integer.toString(warmUp.windows().size()),
                    warmUp.verdict()));
        }
        return new Table(List.of("arm", "start", "windows", "result"), rows);
    }

    /** Returns the remarks that a reader needs in order to judge the figures. */
    static List<String> remarks(Outcome outcome) {
        ExperimentSetting setting = outcome.setting();
        List<String> remarks = new ArrayList<>();
        if (setting.quick()) {
            remarks.add(Pace.SMOKE_RUN);
        }
        int starts = setting.pace().starts();
        remarks.add("Medians of " + starts + (starts == 1 ? " start with " : " starts with ")
                + setting.pace().rounds() + " interleaved rounds each, under " + setting.engine()
                + "; ratios are medians of the ratios within each round.");
        remarks.addAll(setting.remarks());
        remarks.addAll(outcome.particulars().remarks());
        remarks.addAll(outcome.records().remarks());
        if (!outcome.contrasts().all().isEmpty()) remarks.add(ofContrasts(outcome));
        outcome.records()
                .unavailable()
                .forEach(missing -> remarks.add("Skipped: " + missing.name() + ", " + missing.reason()));
        outcome.records().abortReason().ifPresent(why -> remarks.add("Aborted: " + why));
        remarks.addAll(ofGenerator(outcome));
        List<String> unstable = outcome.arms().stream()
                .filter(arm -> !arm.isStable())
                .map(arm -> arm.arm().name())
                .toList();
        if (!unstable.isEmpty()) remarks.add("Not stable, so the bars do not count: " + String.join(", ", unstable));
        List<String> withoutCounters = outcome.arms().stream()
                .filter(arm -> !arm.hasJvmCounters())
                .map(arm -> arm.arm().name())
                .toList();
        if (!withoutCounters.isEmpty())
            remarks.add(
                    "The JVM counters of these arms cannot be read. Their compiler and collector are unknown, and stability is"
                            + " judged by requests per second and CPU only: "
                            + String.join(", ", withoutCounters));
        for (ArmFigures arm : outcome.arms()) {
            if (arm.errors() > 0)
                remarks.add(arm.errors() + " errors: " + arm.arm().name() + ", " + kinds(arm));
        }
        return remarks;
    }

    private static String kinds(ArmFigures arm) {
        return arm.errorsByKind().entrySet().stream()
                .map(kind -> kind.getValue() + " " + kind.getKey().words())
                .collect(Collectors.joining(", "));
    }

    private static List<String> ofGenerator(Outcome outcome) {
        List<String> remarks = new ArrayList<>();
        List<String> bounded = names(outcome, GeneratorLimit.REACHED);
        if (!bounded.isEmpty()) {
            remarks.add("Lower bounds, since the load generator was the bottleneck in at least one run: "
                    + String.join(", ", bounded)
                    + ". These servers achieve at least (≥) these requests per second, and at most (≤) these times.");
        }
        int unknown = names(outcome, GeneratorLimit.UNKNOWN).size();
        if (unknown > 0) {
            remarks.add("It is unknown for " + unknown + (unknown == 1 ? " arm" : " arms")
                    + " whether the load generator was the bottleneck; only our own generator reports it.");
        }
        return remarks;
    }

    private static List<String> names(Outcome outcome, GeneratorLimit limit) {
        return outcome.arms().stream()
                .filter(arm -> arm.limit() == limit)
                .map(arm -> arm.arm().name())
                .toList();
    }

    private static String ofContrasts(Outcome outcome) {
        Contrasts contrasts = outcome.contrasts();
        String unit = outcome.records().hasSeveralStarts()
                ? "starts"
                : "rounds of one start, so differences between starts are unknown";
        String floorSource = contrasts.repeats().isEmpty()
                ? "assumed to be 1 %"
                : "the largest difference that the interval of an arm measured twice allows, at least 1 %";
        return "The comparison is between " + unit + ". Differences below the noise floor do not count, " + floorSource
                + ": "
                + contrasts.floors().stream().map(OutcomeTables::floor).collect(Collectors.joining("; "))
                + ". Probabilities, and the intervals by which arms are called the same, are corrected for all "
                + contrasts.all().size() + " comparisons; the intervals shown are not corrected.";
    }

    private static String floor(NoiseFloor floor) {
        return (floor.kind().isEmpty() ? "" : floor.kind() + " ")
                + String.format(
                        Locale.ROOT, "%.1f %% in requests/s, %.1f %% in CPU", 100 * floor.rate(), 100 * floor.cpu());
    }

    static String factor(Effect effect) {
        return String.format(Locale.ROOT, "%.3f", effect.factor());
    }

    static String interval(Effect effect) {
        return Double.isFinite(effect.high())
                ? String.format(Locale.ROOT, "%.3f to %.3f", effect.low(), effect.high())
                : "unknown";
    }

    private static String probability(double p) {
        return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
    }
}

package vesper.bench.results;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.instrument.WarmUpResult;
import vesper.bench.load.LoadError;
import vesper.bench.report.Figure;
import vesper.bench.statistics.Spread;

/**
 * The figures of one arm over all its recorded runs.
 *
 * @param errorsByKind number of errors in all runs together; a kind that did not occur is absent
 * @param limit state of the load generator in these runs
 */
public record ArmFigures(
        Arm arm,
        Map<Metric, Spread> figures,
        List<WarmUpResult> warmUps,
        Map<LoadError, Long> errorsByKind,
        GeneratorLimit limit) {
    static ArmFigures of(Arm arm, ExperimentRecords records) {
        List<RecordedRun> runs = records.runsOf(arm.name());
        Map<Metric, Spread> figures = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            figures.put(metric, metric.spreadOf(runs));
        }
        List<WarmUpResult> warmed = records.warmUps().stream()
                .filter(each -> records.arms().stream()
                        .anyMatch(other -> other.name().equals(each.arm()) && other.isWarmedLike(arm)))
                .toList();
        return new ArmFigures(arm, figures, warmed, errors(runs), GeneratorLimit.of(runs));
    }

    private static Map<LoadError, Long> errors(List<RecordedRun> runs) {
        Map<LoadError, Long> errors = new EnumMap<>(LoadError.class);
        for (RecordedRun run : runs) {
            run.observation().load().errors().forEach((kind, count) -> {
                if (count > 0) errors.merge(kind, count, Long::sum);
            });
        }
        return errors;
    }

    public long errors() {
        return errorsByKind.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns whether the generator was the bottleneck in any run, so that this figure is only a bound. */
    public boolean isBoundOnly(Metric metric) {
        return limit == GeneratorLimit.REACHED && !metric.boundSign().isEmpty();
    }

    /** Returns the median, marked if it is only a bound. */
    String text(Metric metric) {
        if (metric == Metric.ERRORS) return Long.toString(errors());
        return (isBoundOnly(metric) ? metric.boundSign() : "") + Figure.of(median(metric));
    }

    public Spread spreadOf(Metric metric) {
        return figures.getOrDefault(metric, Spread.NONE);
    }

    public double median(Metric metric) {
        return spreadOf(metric).median();
    }

    /** Returns whether the compiler and collector of its JVM were observed during warm-up. */
    boolean hasJvmCounters() {
        return warmUps.stream().allMatch(WarmUpResult::hasJvmCounters);
    }

    public boolean isStable() {
        return warmUps.stream().allMatch(WarmUpResult::isStable);
    }
}

package vesper.bench.results;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Recorded;
import vesper.bench.instrument.Records;
import vesper.bench.instrument.Warmed;
import vesper.bench.load.LoadError;
import vesper.bench.report.Figure;
import vesper.bench.statistics.Spread;

/**
 * What the recorded runs say of one arm.
 *
 * @param errorsByKind of all runs together; a kind that did not occur is absent
 * @param limit what the load generator tells of itself
 */
public record ArmFigures(
        Arm arm,
        Map<Metric, Spread> figures,
        List<Warmed> warmed,
        Map<LoadError, Long> errorsByKind,
        GeneratorLimit limit) {
    static ArmFigures of(Arm arm, Records records) {
        List<Recorded> runs = records.runsOf(arm.name());
        Map<Metric, Spread> figures = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            figures.put(metric, metric.of(runs));
        }
        List<Warmed> warmed = records.warmed().stream()
                .filter(each -> records.arms().stream()
                        .anyMatch(other -> other.name().equals(each.arm()) && other.isWarmedLike(arm)))
                .toList();
        return new ArmFigures(arm, figures, warmed, errors(runs), GeneratorLimit.of(runs));
    }

    private static Map<LoadError, Long> errors(List<Recorded> runs) {
        Map<LoadError, Long> errors = new EnumMap<>(LoadError.class);
        for (Recorded run : runs) {
            run.seen().load().errors().forEach((kind, count) -> {
                if (count > 0) errors.merge(kind, count, Long::sum);
            });
        }
        return errors;
    }

    public long errors() {
        return errorsByKind.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether the generator was the bottleneck of this figure in any run, so that a server may do better. */
    public boolean isBounded(Metric metric) {
        return limit == GeneratorLimit.REACHED && !metric.boundSign().isEmpty();
    }

    /** The median, marked where it is a bound only. */
    String text(Metric metric) {
        if (metric == Metric.ERRORS) return Long.toString(errors());
        return (isBounded(metric) ? metric.boundSign() : "") + Figure.of(median(metric));
    }

    public Spread of(Metric metric) {
        return figures.getOrDefault(metric, Spread.NONE);
    }

    public double median(Metric metric) {
        return of(metric).median();
    }

    /** Whether what its JVM did beside was seen, while it was warmed. */
    boolean isWatched() {
        return warmed.stream().allMatch(Warmed::isWatched);
    }

    public boolean isStable() {
        return warmed.stream().allMatch(Warmed::isStable);
    }
}

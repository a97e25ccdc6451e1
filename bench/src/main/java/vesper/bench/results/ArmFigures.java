package vesper.bench.results;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.Recorded;
import vesper.bench.instrument.Records;
import vesper.bench.instrument.Warmed;
import vesper.bench.statistics.Spread;

/** What the recorded runs say of one arm. */
public record ArmFigures(Arm arm, Map<Metric, Spread> figures, List<Warmed> warmed, long errors) {
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
        long errors =
                runs.stream().mapToLong(run -> run.seen().load().errorCount()).sum();
        return new ArmFigures(arm, figures, warmed, errors);
    }

    public Spread of(Metric metric) {
        return figures.getOrDefault(metric, Spread.NONE);
    }

    public double median(Metric metric) {
        return of(metric).median();
    }

    public boolean isStable() {
        return warmed.stream().allMatch(Warmed::isStable);
    }
}

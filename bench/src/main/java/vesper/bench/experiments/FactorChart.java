package vesper.bench.experiments;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import vesper.bench.instrument.Arm;
import vesper.bench.report.LineChart;
import vesper.bench.report.LineChart.Point;
import vesper.bench.results.ArmFigures;
import vesper.bench.results.Metric;
import vesper.bench.results.Outcome;
import vesper.bench.statistics.Spread;

/** A chart of a figure over a numeric factor, with several arms as points of each line. */
record FactorChart(String factor, Metric metric, String title) {
    /** @param line returns the name of an arm's line; empty to leave the arm out */
    LineChart of(Outcome outcome, Function<Arm, Optional<String>> line) {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        for (ArmFigures arm : outcome.arms()) {
            line.apply(arm.arm())
                    .ifPresent(name ->
                            points.computeIfAbsent(name, _ -> new ArrayList<>()).add(point(arm)));
        }
        var chart = new LineChart(title, metric.meaning(), factor);
        points.forEach((name, all) -> chart.add(
                name, all.stream().sorted(Comparator.comparingDouble(Point::x)).toList()));
        return chart;
    }

    private Point point(ArmFigures arm) {
        double x = arm.arm().levels().stream()
                .filter(level -> level.factor().equals(factor))
                .mapToDouble(level -> Double.parseDouble(level.value()))
                .findFirst()
                .orElse(Double.NaN);
        Spread spread = arm.spreadOf(metric);
        return new Point(x, spread.median(), spread.low(), spread.high(), arm.isBoundOnly(metric));
    }
}

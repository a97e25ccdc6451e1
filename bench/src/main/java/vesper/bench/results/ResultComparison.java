package vesper.bench.results;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.bench.ExitCode;
import vesper.bench.FigureJson;
import vesper.bench.report.Figure;
import vesper.bench.report.JsonEncoder;
import vesper.bench.report.Table;
import vesper.bench.statistics.Effect;
import vesper.bench.statistics.Holm;
import vesper.bench.statistics.Spread;
import vesper.bench.statistics.TwoSamples;
import vesper.bench.statistics.Verdict;

/**
 * The command {@code bench compare}: compares two results of experiments with the same arms, made at different times. A
 * busier machine makes one of them slower, so arms are better compared within one experiment. The output says so.
 */
public final class ResultComparison {
    private static final double FLOOR = 0.02;
    private static final List<Metric> COMPARED = List.of(Metric.RATE, Metric.CPU, Metric.P99);

    private record Line(String arm, Metric metric, Spread first, Spread second, Effect effect) {}

    private ResultComparison() {}

    /**
     * Prints the comparison.
     *
     * @param first a folder of results, or its {@code runs.csv}
     * @param second the result to judge, in the same form
     * @return an {@link ExitCode}: {@code FAILED} if one cannot be read, or they have no arm in common
     */
    public static int run(Path first, Path second, boolean json, PrintStream out, PrintStream err) {
        try {
            EarlierRuns before = EarlierRuns.read(first);
            EarlierRuns after = EarlierRuns.read(second);
            List<String> arms =
                    before.arms().stream().filter(after.arms()::contains).toList();
            if (arms.isEmpty()) {
                err.println("bench compare: no arm is in both results: " + before.arms() + " and " + after.arms());
                return ExitCode.FAILED;
            }
            List<Line> lines = lines(before, after, arms);
            List<Double> adjusted =
                    Holm.adjusted(lines.stream().map(line -> line.effect().p()).toList());
            out.print(json ? json(lines, adjusted) : text(lines, adjusted));
            out.flush();
            for (EarlierRuns each : List.of(before, after))
                printUnmatchedArms(each, arms, each == before ? first : second, err);
            return ExitCode.OK;
        } catch (IOException failure) {
            err.println("bench compare: " + failure.getMessage());
            return ExitCode.FAILED;
        }
    }

    private static void printUnmatchedArms(EarlierRuns runs, List<String> both, Path place, PrintStream err) {
        List<String> own =
                runs.arms().stream().filter(arm -> !both.contains(arm)).toList();
        if (!own.isEmpty()) err.println("only in " + place + ": " + String.join(", ", own));
    }

    private static List<Line> lines(EarlierRuns before, EarlierRuns after, List<String> arms) {
        List<Line> lines = new ArrayList<>();
        for (Metric metric : COMPARED) {
            for (String arm : arms) {
                List<Double> ones = after.figures(arm, metric);
                List<Double> others = before.figures(arm, metric);
                lines.add(new Line(arm, metric, Spread.of(others), Spread.of(ones), TwoSamples.compare(ones, others)));
            }
        }
        return lines;
    }

    private static Contrast contrast(Line line, double adjusted, int comparisons) {
        Effect good =
                line.metric().isMoreBetter() ? line.effect() : line.effect().inverse();
        Verdict verdict = Verdict.of(good, adjusted, comparisons, FLOOR);
        return new Contrast(line.arm(), line.arm(), line.metric(), line.effect(), adjusted, comparisons, verdict);
    }

    private static String text(List<Line> lines, List<Double> adjusted) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            rows.add(List.of(
                    line.arm(),
                    line.metric().heading(),
                    Figure.of(line.first().median()),
                    Figure.of(line.second().median()),
                    OutcomeTables.factor(line.effect()),
                    OutcomeTables.interval(line.effect()),
                    contrast(line, adjusted.get(i), lines.size()).words()));
        }
        return new Table(List.of("arm", "figure", "first", "second", "factor", "95 % interval", "verdict"), rows).text()
                + "\nThe results are from different times, so changes of the machine are included. Differences below 2 % do not"
                + " count; probabilities are corrected for all comparisons.\n";
    }

    private static String json(List<Line> lines, List<Double> adjusted) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            json.put("arm", line.arm());
            json.put("figure", line.metric().field());
            json.put("first", FigureJson.spread(line.first()));
            json.put("second", FigureJson.spread(line.second()));
            json.putAll(FigureJson.effect(line.effect()));
            json.put("adjustedP", adjusted.get(i));
            json.put("verdict", contrast(line, adjusted.get(i), lines.size()).words());
            all.add(json);
        }
        return JsonEncoder.encode(Map.of("compared", all)) + "\n";
    }
}

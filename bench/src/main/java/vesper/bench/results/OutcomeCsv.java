package vesper.bench.results;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import vesper.bench.instrument.RecordedRun;
import vesper.bench.load.LoadError;

/** Writes {@code runs.csv}: a line for each recorded run, in the order of the runs (RFC 4180). */
final class OutcomeCsv {
    private static final MathContext DIGITS = new MathContext(7);

    private OutcomeCsv() {}

    static String of(Outcome outcome) {
        List<String> columns = new ArrayList<>(List.of("start", "round", "arm", "requests", "seconds"));
        for (Metric metric : Metric.values()) columns.add(metric.field());
        columns.add("lowerBound");
        for (LoadError kind : LoadError.values()) columns.add("errors." + kind.label());
        return outcome.records().runs().stream()
                .map(OutcomeCsv::line)
                .collect(Collectors.joining("\n", String.join(",", columns) + "\n", "\n"));
    }

    private static String line(RecordedRun run) {
        List<String> cells = new ArrayList<>();
        cells.add(Integer.toString(run.start()));
        cells.add(Integer.toString(run.round()));
        cells.add(quoted(run.arm()));
        cells.add(Long.toString(run.observation().load().requests()));
        cells.add(number(run.observation().load().seconds()));
        for (Metric metric : Metric.values()) cells.add(number(metric.valueOf(run.observation())));
        cells.add(run.observation()
                .load()
                .generator()
                .map(each -> Boolean.toString(each.isLowerBound()))
                .orElse(""));
        for (LoadError kind : LoadError.values())
            cells.add(Long.toString(run.observation().load().count(kind)));
        return String.join(",", cells);
    }

    private static String quoted(String text) {
        boolean isPlain = text.chars().noneMatch(each -> each == ',' || each == '"' || each == '\n' || each == '\r');
        return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /** Returns an empty cell for a figure that was not measured. */
    private static String number(double value) {
        if (!Double.isFinite(value)) return "";
        return BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString();
    }
}

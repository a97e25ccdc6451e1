package vesper.bench.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.bench.report.Figure;
import vesper.bench.report.Table;

/** Published figures, each beside the figure of the corresponding arm if that was measured. */
final class PublishedTable {
    private final Outcome outcome;
    private final List<Published> published;

    PublishedTable(Outcome outcome) {
        this.outcome = outcome;
        this.published = outcome.setting().published();
    }

    /** Returns a row for each system and arm; no rows if there are no published figures. */
    Table table() {
        List<Metric> metrics =
                published.stream().map(Published::metric).distinct().toList();
        List<String> headings = new ArrayList<>(List.of("published of", "compared with"));
        for (Metric metric : metrics) headings.addAll(List.of(metric.heading(), "here"));
        Map<String, List<Published>> rows = published.stream()
                .collect(Collectors.groupingBy(
                        each -> each.system() + "\n" + each.arm(), LinkedHashMap::new, Collectors.toList()));
        return new Table(
                headings, rows.values().stream().map(row -> cells(row, metrics)).toList());
    }

    private List<String> cells(List<Published> row, List<Metric> metrics) {
        List<String> cells =
                new ArrayList<>(List.of(row.getFirst().system(), row.getFirst().arm()));
        for (Metric metric : metrics) {
            Optional<Published> theirs =
                    row.stream().filter(each -> each.metric() == metric).findFirst();
            cells.add(theirs.map(each -> Figure.of(each.value())).orElse("–"));
            cells.add(theirs.flatMap(this::ours).map(Figure::of).orElse("–"));
        }
        return cells;
    }

    /** Returns each source once. */
    List<String> sources() {
        return published.stream().map(Published::source).distinct().toList();
    }

    List<Map<String, @Nullable Object>> json() {
        Function<Published, Map<String, @Nullable Object>> json = each -> {
            Map<String, @Nullable Object> figure = new LinkedHashMap<>();
            figure.put("source", each.source());
            figure.put("system", each.system());
            figure.put("arm", each.arm());
            figure.put("figure", each.metric().field());
            figure.put("value", each.value());
            figure.put("measured", ours(each).orElse(null));
            return figure;
        };
        return published.stream().map(json).toList();
    }

    private Optional<Double> ours(Published theirs) {
        return outcome.arms().stream()
                .filter(arm -> arm.arm().name().equals(theirs.arm()))
                .map(arm -> arm.median(theirs.metric()))
                .filter(Double::isFinite)
                .findFirst();
    }
}

package vesper.bench.results;

import java.util.List;
import vesper.bench.report.Table;

/**
 * A table under a title; the first column is text.
 *
 * @param rows as many cells each as there are headings
 */
public record Section(String title, List<String> headings, List<List<String>> rows) {
    public Section {
        headings = List.copyOf(headings);
        rows = List.copyOf(rows);
    }

    Table table() {
        return new Table(headings, rows);
    }
}

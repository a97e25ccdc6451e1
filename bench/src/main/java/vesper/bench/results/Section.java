package vesper.bench.results;

import java.util.List;

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

    OutcomeTables.Table table() {
        return new OutcomeTables.Table(headings, rows);
    }
}

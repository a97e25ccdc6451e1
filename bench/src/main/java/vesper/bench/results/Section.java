package vesper.bench.results;

import java.util.List;
import vesper.bench.report.Table;

/**
 * A table with a title. The first column is text.
 *
 * @param rows each with as many cells as there are headings
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

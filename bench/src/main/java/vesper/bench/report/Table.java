package vesper.bench.report;

import java.util.List;

/**
 * Figures with their headings, which terminal, Markdown and page show alike. The first column is text.
 *
 * @param rows as many cells each as there are headings
 */
public record Table(List<String> headings, List<List<String>> rows) {
    public Table {
        headings = List.copyOf(headings);
        rows = List.copyOf(rows);
    }

    /** For a terminal. */
    public String text() {
        var table = new TextTable(headings.toArray(String[]::new));
        rows.forEach(row -> table.row(row.toArray(String[]::new)));
        return table.text();
    }

    /** As GitHub Flavored Markdown has tables. */
    public String markdown() {
        var text = new StringBuilder();
        line(text, headings);
        text.append("|---").append("|--:".repeat(headings.size() - 1)).append("|\n");
        rows.forEach(row -> line(text, row));
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> cells) {
        for (String cell : cells)
            text.append("| ").append(cell.replace("|", "\\|")).append(' ');
        text.append("|\n");
    }
}

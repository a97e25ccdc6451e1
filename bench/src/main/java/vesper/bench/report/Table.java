package vesper.bench.report;

import java.util.List;

/**
 * Figures with headings, for the terminal, Markdown and HTML. The first column is text.
 *
 * @param rows each with as many cells as there are headings
 */
public record Table(List<String> headings, List<List<String>> rows) {
    public Table {
        headings = List.copyOf(headings);
        rows = List.copyOf(rows);
    }

    /** Returns the table for a terminal. */
    public String text() {
        var table = new TextTable(headings.toArray(String[]::new));
        rows.forEach(row -> table.row(row.toArray(String[]::new)));
        return table.text();
    }

    /** Returns the table in GitHub Flavored Markdown. */
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

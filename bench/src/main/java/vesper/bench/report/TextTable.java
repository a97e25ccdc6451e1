package vesper.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A table for a terminal. The first column is flush left, the others, which contain figures, are flush right. */
public final class TextTable {
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable(String... headings) {
        rows.add(List.of(headings));
    }

    /** Adds a row, which needs as many cells as there are headings. */
    public TextTable row(String... cells) {
        if (cells.length != rows.getFirst().size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells for " + rows.getFirst().size() + " columns");
        }
        rows.add(List.of(cells));
        return this;
    }

    /** Returns the table with a rule under the headings and a line break at the end. */
    public String text() {
        int[] widths =
                IntStream.range(0, rows.getFirst().size()).map(this::widthOf).toArray();
        var text = new StringBuilder();
        appendRow(text, rows.getFirst(), widths);
        text.append("-".repeat(IntStream.of(widths).sum() + 2 * (widths.length - 1)))
                .append('\n');
        rows.stream().skip(1).forEach(row -> appendRow(text, row, widths));
        return text.toString();
    }

    private int widthOf(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }

    private static void appendRow(StringBuilder text, List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            String cell = row.get(column);
            String padding = " ".repeat(widths[column] - cell.length());
            if (column > 0) line.append("  ").append(padding).append(cell);
            else line.append(cell).append(padding);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}

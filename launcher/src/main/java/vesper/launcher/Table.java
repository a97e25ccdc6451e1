package vesper.launcher;

import java.util.ArrayList;
import java.util.List;

/** A text table whose columns are left-aligned and two spaces apart. */
final class Table {
    private final List<String[]> rows = new ArrayList<>();

    Table row(String... cells) {
        rows.add(cells);
        return this;
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.stream().mapToInt(row -> row.length).max().orElse(0)];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) widths[i] = Math.max(widths[i], row[i].length());
        }
        StringBuilder text = new StringBuilder();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]).repeat(' ', widths[i] - row[i].length() + 2);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}

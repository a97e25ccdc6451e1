package vesper.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A parser for comma-separated values (RFC 4180). A field in double quotes may contain commas, line breaks and doubled
 * quotes.
 */
public final class Csv {
    private final String text;
    private final List<List<String>> rows = new ArrayList<>();
    private List<String> row = new ArrayList<>();
    private int at;

    private Csv(String text) {
        this.text = text;
    }

    /**
     * Parses text into rows of fields.
     *
     * @throws IllegalArgumentException if the format is wrong, with the number of the row, from 1
     */
    public static List<List<String>> rows(String text) {
        return new Csv(text).rows();
    }

    private List<List<String>> rows() {
        while (at < text.length()) {
            row.add(text.charAt(at) == '"' ? quoted() : plain());
            if (at < text.length() && text.charAt(at) == ',') {
                at++;
                // A comma at the very end is followed by an empty field.
                if (at == text.length()) row.add("");
            } else {
                endOfRow();
            }
        }
        if (!row.isEmpty()) rows.add(row);
        return rows;
    }

    private String plain() {
        int start = at;
        while (at < text.length() && ",\r\n".indexOf(text.charAt(at)) < 0) at++;
        return text.substring(start, at);
    }

    private String quoted() {
        var field = new StringBuilder();
        for (at++; at < text.length(); at++) {
            if (text.charAt(at) != '"') {
                field.append(text.charAt(at));
            } else if (text.startsWith("\"\"", at)) {
                field.append('"');
                at++;
            } else {
                at++;
                return field.toString();
            }
        }
        throw new IllegalArgumentException("CSV row " + (rows.size() + 1) + " ends within quotes");
    }

    private void endOfRow() {
        boolean isEnd = at == text.length() || text.charAt(at) == '\n' || text.startsWith("\r\n", at);
        if (!isEnd)
            throw new IllegalArgumentException("CSV row " + (rows.size() + 1) + " continues after a closing quote");
        at += text.startsWith("\r\n", at) ? 2 : 1;
        rows.add(row);
        row = new ArrayList<>();
    }
}

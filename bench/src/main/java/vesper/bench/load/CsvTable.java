package vesper.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows with named columns, read from comma-separated values (RFC 4180): the first row names the columns, every other has as
 * many fields, a field in double quotes may hold commas, line breaks and doubled quotes. Bytes stay as they are.
 */
public final class CsvTable {
    /** Without columns. */
    public static final CsvTable NONE = new CsvTable(List.of(), List.of());

    private final List<String> names;
    private final List<List<String>> rows;

    private CsvTable(List<String> names, List<List<String>> rows) {
        this.names = names;
        this.rows = rows;
    }

    /** @throws IllegalArgumentException with the number of the row where it is no such table */
    public static CsvTable parse(byte[] csv) {
        List<List<String>> all = new Reader(new String(csv, StandardCharsets.ISO_8859_1)).rows();
        if (all.size() < 2) throw new IllegalArgumentException("CSV needs a row of names and one of values");
        List<String> names = all.getFirst();
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("CSV names a column twice: " + String.join(", ", names));
        }
        for (int row = 1; row < all.size(); row++) {
            int fields = all.get(row).size();
            if (fields != names.size()) {
                throw new IllegalArgumentException(
                        "CSV row " + (row + 1) + " has " + fields + " fields, the first " + names.size());
            }
        }
        return new CsvTable(names, all.subList(1, all.size()));
    }

    /** Its cells from top to bottom, as bytes that were read. */
    List<byte[]> column(String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("there is no column " + name
                    + (names.isEmpty() ? "; no CSV was given" : "; there are " + String.join(", ", names)));
        }
        return rows.stream()
                .map(row -> row.get(index).getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    /** With every cell as it has to stand in a path or query (RFC 3986, 2.1). */
    CsvTable percentEncoded() {
        return new CsvTable(
                names,
                rows.stream()
                        .map(row -> row.stream().map(CsvTable::percentEncoded).toList())
                        .toList());
    }

    private static String percentEncoded(String cell) {
        var encoded = new StringBuilder();
        for (int i = 0; i < cell.length(); i++) {
            char octet = cell.charAt(i);
            boolean isUnreserved = (octet < 128 && Character.isLetterOrDigit(octet)) || "-._~".indexOf(octet) >= 0;
            if (isUnreserved) encoded.append(octet);
            else encoded.append(String.format("%%%02X", (int) octet));
        }
        return encoded.toString();
    }

    /** Takes the text apart, character by character. */
    private static final class Reader {
        private final String text;
        private final List<List<String>> rows = new ArrayList<>();
        private List<String> row = new ArrayList<>();
        private int at;

        Reader(String text) {
            this.text = text;
        }

        List<List<String>> rows() {
            while (at < text.length()) {
                row.add(text.charAt(at) == '"' ? quoted() : plain());
                if (at < text.length() && text.charAt(at) == ',') {
                    at++;
                    // A comma at the very end has an empty field behind it.
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
            if (!isEnd) throw new IllegalArgumentException("CSV row " + (rows.size() + 1) + " goes on after a quote");
            at += text.startsWith("\r\n", at) ? 2 : 1;
            rows.add(row);
            row = new ArrayList<>();
        }
    }
}

package vesper.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.List;
import vesper.bench.report.Csv;

/**
 * A table with named columns, read from comma-separated values. The first row has the names, and all rows have the same
 * number of fields. Cells keep their bytes unchanged, in any encoding.
 */
public final class CsvTable {
    /** A table without columns. */
    public static final CsvTable NONE = new CsvTable(List.of(), List.of());

    private final List<String> names;
    private final List<List<String>> rows;

    private CsvTable(List<String> names, List<List<String>> rows) {
        this.names = names;
        this.rows = rows;
    }

    /**
     * Parses a table.
     *
     * @throws IllegalArgumentException if the format is wrong, with the number of the row
     */
    public static CsvTable parse(byte[] csv) {
        List<List<String>> all = Csv.rows(new String(csv, StandardCharsets.ISO_8859_1));
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

    /** Returns the cells of a column from top to bottom, with their original bytes. */
    List<byte[]> column(String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("unknown column " + name
                    + (names.isEmpty() ? "; no CSV file was given" : "; known are " + String.join(", ", names)));
        }
        return rows.stream()
                .map(row -> row.get(index).getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    /** Returns a table with each cell percent-encoded for a path or query (RFC 3986, 2.1). */
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
}

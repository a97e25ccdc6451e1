package vesper.bench.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import vesper.bench.report.Csv;

/** The runs of a finished experiment, read from its {@code runs.csv} (RFC 4180). */
final class EarlierRuns {
    private static final long MAX_BYTES = 100 << 20;

    private final List<String> columns;
    private final List<List<String>> rows;

    private EarlierRuns(List<String> columns, List<List<String>> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /** @param place a folder of results, or the file itself */
    static EarlierRuns read(Path place) throws IOException {
        Path file = Files.isDirectory(place) ? place.resolve(ResultFolder.RUNS) : place;
        if (!Files.isRegularFile(file)) throw new IOException(file + " not found");
        if (Files.size(file) > MAX_BYTES) throw new IOException(file + " is larger than " + MAX_BYTES + " bytes");
        List<List<String>> rows = rows(file);
        if (rows.isEmpty()) throw new IOException(file + " is empty");
        List<String> columns = rows.removeFirst();
        for (String needed : List.of("arm", Metric.RATE.field(), Metric.CPU.field())) {
            if (!columns.contains(needed)) {
                throw new IOException(
                        file + " has no column " + needed + "; results of this experiment cannot be compared");
            }
        }
        // If the experiment recorded nothing, an empty line follows the header.
        rows.removeIf(row -> row.equals(List.of("")));
        for (List<String> row : rows) {
            if (row.size() != columns.size()) throw new IOException(file + " has a line of " + row.size() + " cells");
        }
        return new EarlierRuns(columns, rows);
    }

    List<String> arms() {
        return rows.stream().map(row -> cell(row, "arm")).distinct().toList();
    }

    /**
     * Returns a figure for each start, the mean of its rounds; a figure for each round if the experiment had only one
     * start.
     */
    List<Double> figures(String arm, Metric metric) {
        Map<String, List<Double>> byStart = new TreeMap<>();
        for (List<String> row : rows) {
            String text = cell(row, metric.field());
            if (!cell(row, "arm").equals(arm) || text.isEmpty()) continue;
            byStart.computeIfAbsent(cell(row, "start"), _ -> new ArrayList<>()).add(number(text));
        }
        boolean isOneStart =
                rows.stream().map(row -> cell(row, "start")).distinct().count() == 1;
        if (isOneStart) {
            return byStart.values().stream().flatMap(List::stream).toList();
        }
        return byStart.values().stream()
                .map(all ->
                        all.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN))
                .toList();
    }

    private String cell(List<String> row, String column) {
        int at = columns.indexOf(column);
        return at < 0 ? "" : row.get(at);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    private static List<List<String>> rows(Path file) throws IOException {
        try {
            return Csv.rows(Files.readString(file));
        } catch (IllegalArgumentException mistake) {
            throw new IOException(file + ": " + mistake.getMessage(), mistake);
        }
    }
}

package vesper.bench.documents;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@code bench documents} is told.
 *
 * @param root the repository, in which drivers are built
 * @param out where report and figures go, and what contestants keep meanwhile; empty for
 *     {@code bench-results/documents-YYYYMMDD-HHMMSS} under the root
 * @param quick for output: whether the scale is the quick one
 * @param json the result goes to stdout as JSON instead of tables
 */
public record DocumentsOptions(Path root, Optional<Path> out, boolean quick, boolean json, DocumentsScale scale) {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    public static DocumentsOptions of(Path root, Optional<Path> out, boolean quick, boolean json) {
        return new DocumentsOptions(root, out, quick, json, quick ? DocumentsScale.QUICK : DocumentsScale.FULL);
    }

    Path outOr(LocalDateTime now) {
        return out.orElseGet(() -> root.resolve("bench-results", "documents-" + STAMP.format(now)));
    }
}

package vesper.bench;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** The folder for an experiment's report and figures. */
public final class ResultsFolder {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private ResultsFolder() {}

    /**
     * Returns the folder that the user chose; the default is {@code bench-results/NAME-YYYYMMDD-HHMMSS}.
     *
     * @param root the repository
     */
    public static Path pathFor(Optional<Path> out, Path root, String experiment, LocalDateTime now) {
        return out.orElseGet(() -> root.resolve("bench-results", experiment + "-" + STAMP.format(now)));
    }
}

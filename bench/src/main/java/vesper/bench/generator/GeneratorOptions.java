package vesper.bench.generator;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Optional;
import vesper.bench.ResultsFolder;

/**
 * Options of the command {@code bench generator}.
 *
 * @param root the repository, in which the floor is compiled
 * @param out folder for report and figures; empty for {@code bench-results/generator-YYYYMMDD-HHMMSS} under the root
 * @param quick true for a smoke run
 * @param json true to print the result as JSON instead of tables
 * @param rounds number of rounds, in each of which each driver drives every server once
 * @param secondsPerRun whole seconds, since wrk takes no fractions
 */
public record GeneratorOptions(
        Path root, Optional<Path> out, boolean quick, boolean json, int rounds, int secondsPerRun) {
    public static GeneratorOptions of(Path root, Optional<Path> out, boolean quick, boolean json) {
        return new GeneratorOptions(root, out, quick, json, quick ? 3 : 9, quick ? 1 : 4);
    }

    Path outOr(LocalDateTime now) {
        return ResultsFolder.pathFor(out, root, "generator", now);
    }
}

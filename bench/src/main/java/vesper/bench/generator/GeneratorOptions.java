package vesper.bench.generator;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Optional;
import vesper.bench.ResultsPlace;

/**
 * What {@code bench generator} is told.
 *
 * @param root the repository, in which the floor is compiled
 * @param out where report and figures go; empty for {@code bench-results/generator-YYYYMMDD-HHMMSS} under the root
 * @param quick a smoke run
 * @param json the result goes to stdout as JSON instead of tables
 * @param rounds in each of which everybody drives every server once
 * @param secondsPerRun whole ones, since wrk takes no others
 */
public record GeneratorOptions(
        Path root, Optional<Path> out, boolean quick, boolean json, int rounds, int secondsPerRun) {
    public static GeneratorOptions of(Path root, Optional<Path> out, boolean quick, boolean json) {
        return new GeneratorOptions(root, out, quick, json, quick ? 3 : 9, quick ? 1 : 4);
    }

    Path outOr(LocalDateTime now) {
        return ResultsPlace.of(out, root, "generator", now);
    }
}

package vesper.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Origin;
import vesper.launcher.settings.Said;

/** Options of the commands that work on a server's packages: their folder, or the file that names it. */
final class PackagesOptions {
    @Option(names = "--packages", paramLabel = "DIR", description = "Folder with the packages (packages.path).")
    private @Nullable String packages;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "File that their server is started with, which may name the folder.")
    private @Nullable Path config;

    /** Returns the settings given as options. */
    List<Said> flags() {
        return packages().stream()
                .map(named -> new Said(Keys.PACKAGES.key(), named, new Origin.Flag("--packages")))
                .toList();
    }

    Optional<String> packages() {
        return Optional.ofNullable(packages);
    }

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }
}

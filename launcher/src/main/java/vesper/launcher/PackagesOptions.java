package vesper.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.RawSetting;
import vesper.launcher.settings.SettingOrigin;

/** Options of the commands that work on a server's packages: their folder, or the file that names it. */
final class PackagesOptions {
    @Option(names = "--packages", paramLabel = "DIR", description = "Folder with the packages (packages.path).")
    private @Nullable String packages;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Config file of the server, which may set the folder.")
    private @Nullable Path config;

    /** Returns the settings given as options. */
    List<RawSetting> flags() {
        return packages().stream()
                .map(named -> new RawSetting(Keys.PACKAGES.key(), named, new SettingOrigin.Flag("--packages")))
                .toList();
    }

    Optional<String> packages() {
        return Optional.ofNullable(packages);
    }

    Optional<Path> config() {
        return Optional.ofNullable(config);
    }
}

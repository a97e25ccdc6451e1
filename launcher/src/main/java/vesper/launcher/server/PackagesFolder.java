package vesper.launcher.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Origin;
import vesper.launcher.settings.Settings;

/** Which folder the packages are in, for every command that works with those that are there. */
public final class PackagesFolder {
    private PackagesFolder() {}

    /**
     * The folder of the setting; where nobody named one and the working folder has none, that of the packages that
     * ship. It need not be there.
     *
     * @param home where the packages that ship are
     */
    public static Path of(Settings settings, Optional<Path> home) {
        Path named = settings.get(Keys.PACKAGES);
        if (Files.isDirectory(named) || !(settings.originOf(Keys.PACKAGES) instanceof Origin.Default)) return named;
        Path shipped = home.orElse(Path.of("")).resolve(named);
        return Files.isDirectory(shipped) ? shipped : named;
    }
}

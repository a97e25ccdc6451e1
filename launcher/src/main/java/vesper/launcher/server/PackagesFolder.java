package vesper.launcher.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.SettingOrigin;
import vesper.launcher.settings.Settings;

/** Determines the folder of the packages, for every command that works with existing packages. */
public final class PackagesFolder {
    private PackagesFolder() {}

    /**
     * Returns the folder in the setting. If the setting has its default and that folder does not exist, returns the
     * folder of the packages that ship. The result need not exist.
     *
     * @param home Vesper's home folder, which contains the shipped packages
     */
    public static Path of(Settings settings, Optional<Path> home) {
        Path named = settings.get(Keys.PACKAGES);
        if (Files.isDirectory(named) || !(settings.originOf(Keys.PACKAGES) instanceof SettingOrigin.Default))
            return named;
        Path shipped = home.orElse(Path.of("")).resolve(named);
        return Files.isDirectory(shipped) ? shipped : named;
    }
}

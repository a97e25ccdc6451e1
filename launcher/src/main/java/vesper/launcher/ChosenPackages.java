package vesper.launcher;

import java.nio.file.Path;
import vesper.launcher.server.PackagesFolder;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;

/** The folder of packages that a command works with: the one that {@code run} would serve, called in the same way. */
final class ChosenPackages {
    private final Surroundings surroundings;

    ChosenPackages(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** Finds it; it need not be there. */
    Path of(PackagesOptions options) throws WrongSettingException {
        return PackagesFolder.of(settings(options), surroundings.home());
    }

    /** The settings of a server that is started in the same way. */
    Settings settings(PackagesOptions options) throws WrongSettingException {
        return Settings.load(options.flags(), surroundings.environment(), options.config());
    }
}

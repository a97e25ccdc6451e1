package vesper.launcher;

import java.nio.file.Path;
import vesper.launcher.server.PackagesFolder;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;

/** The folder of packages that a command works on: the one that {@code run} would serve with the same options. */
final class ChosenPackages {
    private final CommandContext context;

    ChosenPackages(CommandContext context) {
        this.context = context;
    }

    /** Returns the folder, which need not exist. */
    Path of(PackagesOptions options) throws WrongSettingException {
        return PackagesFolder.of(settings(options), context.home());
    }

    /** Loads the settings of a server that is started with the same options. */
    Settings settings(PackagesOptions options) throws WrongSettingException {
        return Settings.load(options.flags(), context.environment(), options.config());
    }
}

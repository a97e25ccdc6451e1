package vesper.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.launcher.server.PackagesFolder;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Origin;
import vesper.launcher.settings.Said;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;

/** The folder of packages that a command works with: the one that {@code run} would serve, called in the same way. */
final class ChosenPackages {
    private final Surroundings surroundings;

    ChosenPackages(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /**
     * Finds it; it need not be there.
     *
     * @param named by {@code --packages}, null where that is not given
     * @param config the file of {@code --config}, null where that is not given
     */
    Path of(@Nullable String named, @Nullable Path config) throws WrongSettingException {
        return PackagesFolder.of(settings(named, config), surroundings.home());
    }

    /** The settings of a server that is started in the same way; the parameters are those of {@link #of}. */
    Settings settings(@Nullable String named, @Nullable Path config) throws WrongSettingException {
        List<Said> flags = named == null
                ? List.of()
                : List.of(new Said(Keys.PACKAGES.key(), named, new Origin.Flag("--packages")));
        return Settings.load(flags, surroundings.environment(), Optional.ofNullable(config));
    }
}

package vesper.hosting;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Location of the packages, and how they are loaded, watched and installed.
 *
 * @param packages the folder that contains the package folders; must exist
 * @param classCache folder for compiled classes; if empty, every start compiles
 * @param watched true to apply changes on disk while the server runs
 * @param settleTime time without events before a change is applied
 * @param environment properties from outside the packages' files
 * @param hookTime maximum time for each step of a package's start (finding services, creating one, one of its start
 *     hooks, reading its annotations); for requests in flight and again for stop hooks when a package stops; and for
 *     stopping all packages together
 * @param installing limits for archives, and the trash for replaced packages
 */
public record HostingSettings(
        Path packages,
        Optional<Path> classCache,
        boolean watched,
        Duration settleTime,
        Environment environment,
        Duration hookTime,
        InstallSettings installing) {
    private static final Duration SETTLE_TIME = Duration.ofMillis(25);
    static final Duration HOOK_TIME = Duration.ofSeconds(10);

    public HostingSettings {
        if (settleTime.isNegative())
            throw new IllegalArgumentException("settleTime must not be negative, was " + settleTime);
        if (hookTime.isNegative()) throw new IllegalArgumentException("hookTime must not be negative, was " + hookTime);
    }

    /** Returns settings that watch the folder, without a cache and environment. */
    public static HostingSettings of(Path packages) {
        return new HostingSettings(
                packages,
                Optional.empty(),
                true,
                SETTLE_TIME,
                Environment.NONE,
                HOOK_TIME,
                InstallSettings.WITHOUT_TRASH);
    }

    public HostingSettings withClassCache(Path folder) {
        return new HostingSettings(
                packages, Optional.of(folder), watched, settleTime, environment, hookTime, installing);
    }

    public HostingSettings unwatched() {
        return new HostingSettings(packages, classCache, false, settleTime, environment, hookTime, installing);
    }

    public HostingSettings withEnvironment(Environment newEnvironment) {
        return new HostingSettings(packages, classCache, watched, settleTime, newEnvironment, hookTime, installing);
    }

    public HostingSettings withHookTime(Duration max) {
        return new HostingSettings(packages, classCache, watched, settleTime, environment, max, installing);
    }

    public HostingSettings withInstalling(InstallSettings install) {
        return new HostingSettings(packages, classCache, watched, settleTime, environment, hookTime, install);
    }
}

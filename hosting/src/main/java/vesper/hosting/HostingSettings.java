package vesper.hosting;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Location of the packages, and how they are loaded, watched and installed.
 *
 * @param packages the folder that contains the package folders; must exist
 * @param classCache folder for compiled classes; if empty, every start compiles
 * @param loadingThreads number of packages to load at the same time when the server starts, at least 1
 * @param watched true to apply changes on disk while the server runs
 * @param settling time without events before a change is applied
 * @param environment properties from outside the packages' files
 * @param hookTime maximum time for each step of a package's start (finding services, creating one, one of its start
 *     hooks, reading its annotations); for requests in flight and again for stop hooks when a package stops; and for
 *     stopping all packages together
 * @param installing limits for archives, and the trash for replaced packages
 */
public record HostingSettings(
        Path packages,
        Optional<Path> classCache,
        int loadingThreads,
        boolean watched,
        Duration settling,
        Environment environment,
        Duration hookTime,
        InstallSettings installing) {
    private static final int TWO_THREADS = 2;
    private static final Duration SETTLING = Duration.ofMillis(25);
    static final Duration HOOK_TIME = Duration.ofSeconds(10);

    public HostingSettings {
        if (loadingThreads < 1) throw new IllegalArgumentException("cannot load with " + loadingThreads + " threads");
        if (settling.isNegative()) throw new IllegalArgumentException("settling of " + settling + " is below 0");
        if (hookTime.isNegative()) throw new IllegalArgumentException("hook time of " + hookTime + " is below 0");
    }

    /** Returns settings that watch the folder, without a cache and environment, with two loading threads. */
    public static HostingSettings of(Path packages) {
        return new HostingSettings(
                packages,
                Optional.empty(),
                TWO_THREADS,
                true,
                SETTLING,
                Environment.NONE,
                HOOK_TIME,
                InstallSettings.WITHOUT_TRASH);
    }

    public HostingSettings withClassCache(Path folder) {
        return new HostingSettings(
                packages, Optional.of(folder), loadingThreads, watched, settling, environment, hookTime, installing);
    }

    public HostingSettings unwatched() {
        return new HostingSettings(
                packages, classCache, loadingThreads, false, settling, environment, hookTime, installing);
    }

    public HostingSettings in(Environment place) {
        return new HostingSettings(
                packages, classCache, loadingThreads, watched, settling, place, hookTime, installing);
    }

    public HostingSettings withHookTime(Duration longest) {
        return new HostingSettings(
                packages, classCache, loadingThreads, watched, settling, environment, longest, installing);
    }

    public HostingSettings with(InstallSettings install) {
        return new HostingSettings(
                packages, classCache, loadingThreads, watched, settling, environment, hookTime, install);
    }
}

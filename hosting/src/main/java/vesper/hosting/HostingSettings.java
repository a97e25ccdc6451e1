package vesper.hosting;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where packages are and how they are looked after.
 *
 * @param packages the folder whose folders are packages; it has to exist
 * @param classCache where compiled classes are kept between starts; without it every start compiles
 * @param loadingThreads how many packages are loaded at once when the server starts, at least 1
 * @param watched whether changes on disk are taken up while the server runs
 * @param settling how long the folder must be quiet before a change is taken up
 * @param environment what decides on properties besides the packages' files
 * @param hookTime how long finding services, making one, each of its start hooks and reading its annotations may take, requests in flight when a package
 *     stops, its stop hooks after those, and the stop of all packages together
 * @param installing what a package may be that is sent in, and what becomes of one that is replaced
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

    /** Watched, without a cache, loaded by two threads, in no environment. */
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

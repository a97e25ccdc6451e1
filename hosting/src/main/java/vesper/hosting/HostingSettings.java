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
 */
public record HostingSettings(
        Path packages, Optional<Path> classCache, int loadingThreads, boolean watched, Duration settling) {
    private static final int TWO_THREADS = 2;
    private static final Duration SETTLING = Duration.ofMillis(25);

    public HostingSettings {
        if (loadingThreads < 1) throw new IllegalArgumentException("cannot load with " + loadingThreads + " threads");
        if (settling.isNegative()) throw new IllegalArgumentException("settling of " + settling + " is below 0");
    }

    /** Watched, without a cache, loaded by two threads. */
    public static HostingSettings of(Path packages) {
        return new HostingSettings(packages, Optional.empty(), TWO_THREADS, true, SETTLING);
    }

    public HostingSettings withClassCache(Path folder) {
        return new HostingSettings(packages, Optional.of(folder), loadingThreads, watched, settling);
    }

    public HostingSettings unwatched() {
        return new HostingSettings(packages, classCache, loadingThreads, false, settling);
    }
}

package vesper.hosting;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.hosting.compiling.ClassCache;
import vesper.rest.names.Nearest;

/** Loads and starts all packages when the server starts, at the same time unless they depend on each other. */
final class FirstLoad {
    private static final Logger LOG = LoggerFactory.getLogger(FirstLoad.class);

    private final HostedPackages packages;
    private final PackageLoader loader;
    private final HostingSettings settings;
    private final Optional<ClassCache> cache;
    private @Nullable LoadWave wave;

    FirstLoad(HostedPackages packages, PackageLoader loader, HostingSettings settings, Optional<ClassCache> cache) {
        this.packages = packages;
        this.loader = loader;
        this.settings = settings;
        this.cache = cache;
    }

    /** Loads the packages in these folders. Returns when each of them has started or failed. Requires the lock. */
    void all(List<String> folderNames) {
        for (String folder : folderNames) {
            HostedPackage hosted = packages.getOrCreate(folder);
            loader.readIfNameFree(hosted).ifPresent(hosted::setContents);
        }
        LoadWave started = loader.newWave();
        wave = started;
        started.run();
        Set<String> names = packages.all().stream().map(HostedPackage::name).collect(Collectors.toSet());
        cache.ifPresent(classCache -> classCache.retainAll(names));
        warnOfUnusedSettings(names);
    }

    /**
     * Returns whether only packages with these names, and their dependents, are left to be loaded. If so, requests for
     * them receive 503 until they are. Requires the lock.
     */
    boolean waitsOnlyFor(Set<String> names) {
        LoadWave running = wave;
        if (running == null || !running.waitsOnlyFor(names)) return false;
        packages.all().forEach(HostedPackage::announceLoading);
        return true;
    }

    /** Warns of properties for unknown packages, whose names are probably misspelled. */
    private void warnOfUnusedSettings(Set<String> names) {
        for (String key : settings.environment().overrides().keySet()) {
            if (names.stream().noneMatch(name -> key.startsWith(name + "."))) {
                LOG.warn(
                        "packages.{} is set, but no such package exists{}",
                        key,
                        Nearest.suggestion(key.substring(0, key.indexOf('.')), names));
            }
        }
    }
}

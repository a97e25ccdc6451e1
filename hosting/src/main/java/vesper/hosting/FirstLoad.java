package vesper.hosting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.hosting.compiling.ClassCache;
import vesper.rest.names.Nearest;

/** Loads and starts all packages when the server starts, several at a time. */
final class FirstLoad {
    private static final Logger LOG = LoggerFactory.getLogger(FirstLoad.class);

    private final HostedPackages packages;
    private final PackageLoader loader;
    private final HostingSettings settings;
    private final Optional<ClassCache> cache;

    FirstLoad(HostedPackages packages, PackageLoader loader, HostingSettings settings, Optional<ClassCache> cache) {
        this.packages = packages;
        this.loader = loader;
        this.settings = settings;
        this.cache = cache;
    }

    /** Loads the packages in these folders. Returns when each of them has started or failed. */
    void all(List<String> folderNames) {
        List<PackageContents> toLoad = new ArrayList<>();
        for (String folder : folderNames) {
            HostedPackage hosted = packages.getOrCreate(folder);
            loader.readIfNameFree(hosted).ifPresent(contents -> {
                hosted.setContents(contents);
                toLoad.add(contents);
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(settings.loadingThreads())) {
            for (List<PackageContents> wave : LoadOrder.waves(toLoad)) load(wave, threads);
        }
        loader.updateOthers();
        Set<String> names = packages.all().stream().map(HostedPackage::name).collect(Collectors.toSet());
        cache.ifPresent(classCache -> classCache.retainAll(names));
        warnOfUnusedSettings(names);
    }

    /** Loads packages that do not depend on one another. */
    private void load(List<PackageContents> wave, ExecutorService threads) {
        CompletableFuture<?>[] loads = wave.stream()
                .map(contents -> CompletableFuture.runAsync(
                        () -> loader.load(packages.getOrCreate(contents.folderName()), contents), threads))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(loads).join();
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

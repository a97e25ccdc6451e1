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
    private final Uptake uptake;
    private final HostingSettings settings;
    private final Optional<ClassCache> cache;

    FirstLoad(HostedPackages packages, Uptake uptake, HostingSettings settings, Optional<ClassCache> cache) {
        this.packages = packages;
        this.uptake = uptake;
        this.settings = settings;
        this.cache = cache;
    }

    /** Loads the packages in these folders. Returns when each of them has started or failed. */
    void all(List<String> folderNames) {
        List<PackageContents> toLoad = new ArrayList<>();
        for (String folder : folderNames) {
            HostedPackage hosted = packages.of(folder);
            uptake.readIfFree(hosted).ifPresent(contents -> {
                hosted.announce(contents);
                toLoad.add(contents);
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(settings.loadingThreads())) {
            for (List<PackageContents> wave : LoadOrder.waves(toLoad)) load(wave, threads);
        }
        uptake.follow();
        Set<String> names = packages.all().stream().map(HostedPackage::name).collect(Collectors.toSet());
        cache.ifPresent(there -> there.keepOnly(names));
        warnOfStray(names);
    }

    /** Loads packages that do not depend on one another. */
    private void load(List<PackageContents> wave, ExecutorService threads) {
        CompletableFuture<?>[] loads = wave.stream()
                .map(contents -> CompletableFuture.runAsync(
                        () -> uptake.load(packages.of(contents.folderName()), contents), threads))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(loads).join();
    }

    /** Warns of properties for unknown packages, whose names are probably misspelled. */
    private void warnOfStray(Set<String> names) {
        for (String key : settings.environment().overrides().keySet()) {
            if (names.stream().noneMatch(name -> key.startsWith(name + "."))) {
                LOG.warn(
                        "packages.{} is set, and there is no such package{}",
                        key,
                        Nearest.suggestion(key.substring(0, key.indexOf('.')), names));
            }
        }
    }
}

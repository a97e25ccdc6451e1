package vesper.hosting;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pass over all packages. It loads those that wait for it and those whose dependencies have other code than before.
 * Then it retries those that another package was blocking. Each package is loaded on its own thread, as soon as its
 * dependencies are loaded. So a package whose code hangs delays only its dependents.
 *
 * <p>For a single use. All methods require the lock of {@link PackageLocks}.
 */
final class LoadWave {
    private static final Logger LOG = LoggerFactory.getLogger(LoadWave.class);
    /** Blocked packages are tried once nothing else is running, or once nothing else has ended for this long. */
    private static final Duration QUIET = Step.SLOW_AFTER;

    private final HostedPackages packages;
    private final PackageLoader loader;
    private final PackageLocks locks;
    private final RetiredServices retirements;
    private final Set<HostedPackage> running = new HashSet<>();
    /** The blocked packages that have been tried since the last change. */
    private final Set<HostedPackage> tried = new HashSet<>();
    /** Bounded for each package, because packages with the same name can take over from each other in a cycle. */
    private final Map<HostedPackage, Integer> attempts = new HashMap<>();

    private int ended;

    LoadWave(HostedPackages packages, PackageLoader loader, PackageLocks locks, RetiredServices retirements) {
        this.packages = packages;
        this.loader = loader;
        this.locks = locks;
        this.retirements = retirements;
    }

    /** Loads everything that can be loaded. Returns when nothing is left. */
    void run() {
        startStale();
        if (running.isEmpty()) startBlocked();
        while (!running.isEmpty()) {
            int before = ended;
            boolean hasEnded = locks.await(() -> ended != before, QUIET);
            startStale();
            if (running.isEmpty() || !hasEnded) startBlocked();
        }
    }

    /** Returns whether the packages with these names are all that this wave is waiting for. */
    boolean waitsOnlyFor(Set<String> names) {
        return running.stream().allMatch(hosted -> names.contains(hosted.name()))
                && ready(stale()).isEmpty();
    }

    private void startStale() {
        List<HostedPackage> stale = stale();
        List<HostedPackage> ready = ready(stale);
        // Packages in a cycle wait for each other. Loading them records the cycle.
        if (ready.isEmpty() && running.isEmpty()) ready = stale;
        for (HostedPackage hosted : ready) start(hosted, () -> loadAsFound(hosted));
    }

    private List<HostedPackage> stale() {
        return packages.all().stream()
                .filter(this::isAvailable)
                .filter(packages::isStale)
                .toList();
    }

    private List<HostedPackage> ready(List<HostedPackage> stale) {
        Set<String> unsettled = stale.stream().map(HostedPackage::name).collect(Collectors.toCollection(HashSet::new));
        running.forEach(hosted -> unsettled.add(hosted.name()));
        return stale.stream()
                .filter(hosted -> hosted.dependsOn().stream().noneMatch(unsettled::contains))
                .toList();
    }

    private void startBlocked() {
        packages.all().stream()
                .filter(this::isAvailable)
                .filter(hosted -> hosted.isBlocked() && !tried.contains(hosted))
                .findFirst()
                .ifPresent(hosted -> {
                    tried.add(hosted);
                    start(hosted, () -> loader.retry(hosted));
                });
    }

    private boolean isAvailable(HostedPackage hosted) {
        return !running.contains(hosted)
                && !locks.isClosed()
                && attempts.getOrDefault(hosted, 0) <= packages.all().size();
    }

    private boolean loadAsFound(HostedPackage hosted) {
        Optional<PackageContents> contents = hosted.newest().filter(_ -> packages.isStale(hosted));
        contents.ifPresent(stale -> loader.load(hosted, stale));
        return contents.isPresent();
    }

    /** Work on a package. Returns whether other packages may be affected. */
    @FunctionalInterface
    private interface Work {
        boolean isChange();
    }

    private void start(HostedPackage hosted, Work work) {
        attempts.merge(hosted, 1, Integer::sum);
        Optional<PackageLocks.Reservation> reserved = locks.reserve(hosted.folderName());
        if (reserved.isEmpty()) return;
        running.add(hosted);
        Thread.ofPlatform()
                .daemon()
                .name("package " + hosted.name())
                .start(() -> locks.runLocked(() -> run(hosted, work, reserved.get())));
    }

    private void run(HostedPackage hosted, Work work, PackageLocks.Reservation reserved) {
        try (PackageLog.Subject _ = PackageLog.about(hosted.name())) {
            if (work.isChange()) tried.clear();
        } catch (Throwable t) {
            LOG.error("{} could not be updated", hosted.name(), t);
            PackageErrors.rethrowJvmErrors(t);
        } finally {
            running.remove(hosted);
            ended++;
            reserved.release();
            retirements.releaseCollected();
        }
    }
}

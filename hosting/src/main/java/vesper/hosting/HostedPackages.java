package vesper.hosting;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiPredicate;
import vesper.rest.names.Nearest;

/**
 * All packages, one for each folder, and the relations between them: names, dependencies, and obstacles to a start. Any
 * thread may read snapshots. All other methods require the lock of {@link PackageLocks}.
 */
final class HostedPackages {
    private final Path root;
    private final CodeLoader loader;
    private final ServiceStart services;
    private final UnavailablePackages unavailable;
    private final TrackerRegistry trackers;
    private final RetiredServices retirements;
    private final PackageLocks locks;
    private final StartRetries retries;
    private final Clock clock;
    private final Map<String, HostedPackage> byFolder = new ConcurrentSkipListMap<>();

    /** Creates an empty registry of packages, whose folders are in {@code root}. */
    HostedPackages(
            Path root,
            CodeLoader loader,
            ServiceStart services,
            UnavailablePackages unavailable,
            TrackerRegistry trackers,
            RetiredServices retirements,
            PackageLocks locks,
            StartRetries retries,
            Clock clock) {
        this.root = root;
        this.loader = loader;
        this.services = services;
        this.unavailable = unavailable;
        this.trackers = trackers;
        this.retirements = retirements;
        this.locks = locks;
        this.retries = retries;
        this.clock = clock;
    }

    /** Maximum size of the file with a package's tracker rules, in bytes. */
    int trackersBytes() {
        return trackers.maxBytes();
    }

    /** Returns all packages, in the order of their folders' names. */
    List<HostedPackage> all() {
        return List.copyOf(byFolder.values());
    }

    boolean has(String folderName) {
        return byFolder.containsKey(folderName);
    }

    /** Returns the package of a folder in the root. Creates it if it does not exist. */
    HostedPackage getOrCreate(String folderName) {
        return byFolder.computeIfAbsent(folderName, name -> createUnlisted(root.resolve(name)));
    }

    /** Creates a package for a folder anywhere. It is not added to the others. */
    HostedPackage createUnlisted(Path folder) {
        return new HostedPackage(
                folder,
                loader,
                services,
                unavailable,
                this::startObstacle,
                trackers,
                retirements,
                locks,
                retries,
                clock);
    }

    Optional<HostedPackage> remove(String folderName) {
        HostedPackage gone = byFolder.get(folderName);
        if (gone == null) return Optional.empty();
        gone.unload();
        // Removed last: once the package is no longer listed, it no longer responds to requests.
        byFolder.remove(folderName);
        return Optional.of(gone);
    }

    Optional<HostedPackage> find(String name) {
        // A rejected folder is listed under its own name, which may also be the name of another folder's package.
        return byFolder.values().stream()
                .filter(hosted -> hosted.snapshot().name().equals(name))
                .min(Comparator.comparing(hosted -> hosted.snapshot().state() == PackageState.LOAD_FAILED));
    }

    /** Returns the contents of another package that has this name. */
    Optional<PackageContents> holderOf(String name, HostedPackage other) {
        return byFolder.values().stream()
                .filter(hosted -> hosted != other)
                .flatMap(hosted -> hosted.newest().stream())
                .filter(contents -> contents.descriptor().name().equals(name))
                .findFirst();
    }

    /** Returns the names of the packages in one of these states that depend on this package. */
    List<String> dependentsOf(HostedPackage hosted, PackageState... states) {
        String name = hosted.name();
        return byFolder.values().stream()
                .filter(other -> other != hosted && other.dependsOn().contains(name))
                .filter(other -> List.of(states).contains(other.snapshot().state()))
                .map(HostedPackage::name)
                .toList();
    }

    /**
     * Returns these folders, those of their dependencies and those of their dependents, transitively in each direction.
     * Packages that merely have a dependency in common are not connected.
     */
    Set<String> connectedTo(Set<String> folders) {
        Set<String> bound = new TreeSet<>(folders);
        bound.addAll(reachable(folders, (from, to) -> from.dependsOn().contains(to.name())));
        bound.addAll(reachable(folders, (from, to) -> to.dependsOn().contains(from.name())));
        return bound;
    }

    private Set<String> reachable(Set<String> folders, BiPredicate<HostedPackage, HostedPackage> leads) {
        Set<String> reached = new TreeSet<>();
        Deque<String> left = new ArrayDeque<>(folders);
        while (!left.isEmpty()) {
            HostedPackage from = byFolder.get(left.pop());
            if (from == null) continue;
            byFolder.forEach((folder, to) -> {
                if (leads.test(from, to) && reached.add(folder)) left.push(folder);
            });
        }
        return reached;
    }

    /** Returns the current code of the packages that these contents depend on. */
    List<Optional<PackageGeneration>> dependenciesOf(PackageContents contents) {
        return contents.descriptor().dependsOn().stream()
                .map(name -> find(name).flatMap(HostedPackage::current))
                .toList();
    }

    /** Returns whether a package has contents that are not loaded yet, or dependencies with other code than before. */
    boolean isStale(HostedPackage hosted) {
        return hosted.newest()
                .filter(newest -> hosted.isStale(dependenciesOf(newest)))
                .isPresent();
    }

    /** Returns why these contents cannot be compiled against their dependencies; empty if they can. */
    Optional<String> missingDependency(PackageContents contents, List<Optional<PackageGeneration>> dependencies) {
        List<String> names = contents.descriptor().dependsOn();
        if (names.isEmpty()) return Optional.empty();
        Map<String, List<String>> dependsOn = new HashMap<>();
        byFolder.values().forEach(hosted -> dependsOn.putIfAbsent(hosted.name(), hosted.dependsOn()));
        dependsOn.put(contents.descriptor().name(), names);
        Optional<String> cycle = LoadOrder.cycleThrough(contents.descriptor().name(), dependsOn);
        if (cycle.isPresent()) return Optional.of("depends-on contains a cycle: " + cycle.get());
        for (int i = 0; i < names.size(); i++) {
            if (dependencies.get(i).isEmpty()) return Optional.of(dependency(names.get(i)));
        }
        return Optional.empty();
    }

    /** Returns why a package cannot start although its code is loaded: a dependency has to start first. */
    private Optional<String> startObstacle(PackageContents contents) {
        for (String name : contents.descriptor().dependsOn()) {
            boolean started = find(name)
                    .filter(hosted -> hosted.snapshot().state() == PackageState.STARTED)
                    .isPresent();
            if (!started) return Optional.of(dependency(name));
        }
        return Optional.empty();
    }

    /** Describes a missing dependency: {@code it depends on words, which is load-failed}. */
    private String dependency(String name) {
        List<String> names = byFolder.values().stream().map(HostedPackage::name).toList();
        return "it depends on " + name + ", which "
                + find(name)
                        .map(hosted -> "is " + hosted.snapshot().state().text())
                        .orElseGet(() -> "does not exist" + Nearest.suggestion(name, names));
    }
}

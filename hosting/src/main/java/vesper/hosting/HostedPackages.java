package vesper.hosting;

import java.nio.file.Path;
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
 * The packages that are there, one for each folder, and what they are to one another: who has a name, who depends on
 * whom, who stands in whose way. Any thread asks for snapshots; everything else is asked and
 * done under the lock of {@link ChangeTurns}, or while everything is loaded for the first time.
 */
final class HostedPackages {
    private final Path root;
    private final CodeLoader loader;
    private final ServiceStart services;
    private final Unserved unserved;
    private final Trackers trackers;
    private final Retirements retirements;
    private final ChangeTurns turns;
    private final Map<String, HostedPackage> byFolder = new ConcurrentSkipListMap<>();

    /** No package yet; their folders are in {@code root}. */
    HostedPackages(
            Path root,
            CodeLoader loader,
            ServiceStart services,
            Unserved unserved,
            Trackers trackers,
            Retirements retirements,
            ChangeTurns turns) {
        this.root = root;
        this.loader = loader;
        this.services = services;
        this.unserved = unserved;
        this.trackers = trackers;
        this.retirements = retirements;
        this.turns = turns;
    }

    /** How large a file may be in which a package says what is to be tracked. */
    int trackersBytes() {
        return trackers.mostBytes();
    }

    /** Every one, in the order of the folders' names. */
    List<HostedPackage> all() {
        return List.copyOf(byFolder.values());
    }

    boolean has(String folderName) {
        return byFolder.containsKey(folderName);
    }

    /** The package of a folder of the root, made if there is none. */
    HostedPackage of(String folderName) {
        return byFolder.computeIfAbsent(folderName, name -> trial(root.resolve(name)));
    }

    /** A package of a folder that is anywhere, which is not among the others. */
    HostedPackage trial(Path folder) {
        return new HostedPackage(folder, loader, services, unserved, this::hindrance, trackers, retirements, turns);
    }

    Optional<HostedPackage> remove(String folderName) {
        HostedPackage gone = byFolder.get(folderName);
        if (gone == null) return Optional.empty();
        gone.unload();
        // Last, so that who no longer sees the package no longer gets answers of it.
        byFolder.remove(folderName);
        return Optional.of(gone);
    }

    Optional<HostedPackage> find(String name) {
        // A folder that was refused goes by its own name, which may be that of another folder's package.
        return byFolder.values().stream()
                .filter(hosted -> hosted.snapshot().name().equals(name))
                .min(Comparator.comparing(hosted -> hosted.snapshot().state() == PackageState.LOAD_FAILED));
    }

    /** The contents of another package than this one that has this name. */
    Optional<PackageContents> holderOf(String name, HostedPackage other) {
        return byFolder.values().stream()
                .filter(hosted -> hosted != other)
                .flatMap(hosted -> hosted.newest().stream())
                .filter(contents -> contents.descriptor().name().equals(name))
                .findFirst();
    }

    /** Names of the packages in some state that depend on this one. */
    List<String> dependentsOf(HostedPackage hosted, PackageState... states) {
        String name = hosted.name();
        return byFolder.values().stream()
                .filter(other -> other != hosted && other.dependsOn().contains(name))
                .filter(other -> List.of(states).contains(other.snapshot().state()))
                .map(HostedPackage::name)
                .toList();
    }

    /**
     * The folders of what these depend on and of what depends on them, over others too, and they themselves. What has
     * something else to depend on in common is not bound by that.
     */
    Set<String> boundTo(Set<String> folders) {
        Set<String> bound = new TreeSet<>(folders);
        bound.addAll(reached(folders, (from, to) -> from.dependsOn().contains(to.name())));
        bound.addAll(reached(folders, (from, to) -> to.dependsOn().contains(from.name())));
        return bound;
    }

    private Set<String> reached(Set<String> folders, BiPredicate<HostedPackage, HostedPackage> leads) {
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

    /** The code that runs now of what these contents depend on. */
    List<Optional<Generation>> dependenciesOf(PackageContents contents) {
        return contents.descriptor().dependsOn().stream()
                .map(name -> find(name).flatMap(HostedPackage::current))
                .toList();
    }

    /** Why contents cannot be compiled against what they depend on. */
    Optional<String> lacking(PackageContents contents, List<Optional<Generation>> dependencies) {
        List<String> names = contents.descriptor().dependsOn();
        if (names.isEmpty()) return Optional.empty();
        Map<String, List<String>> dependsOn = new HashMap<>();
        byFolder.values().forEach(hosted -> dependsOn.putIfAbsent(hosted.name(), hosted.dependsOn()));
        dependsOn.put(contents.descriptor().name(), names);
        Optional<String> circle = LoadOrder.circleThrough(contents.descriptor().name(), dependsOn);
        if (circle.isPresent()) return Optional.of("depends-on goes in a circle: " + circle.get());
        for (int i = 0; i < names.size(); i++) {
            if (dependencies.get(i).isEmpty()) return Optional.of(dependency(names.get(i)));
        }
        return Optional.empty();
    }

    /** Why a package whose code is loaded cannot start: it is the turn of those that it depends on. */
    private Optional<String> hindrance(PackageContents contents) {
        for (String name : contents.descriptor().dependsOn()) {
            boolean started = find(name)
                    .filter(hosted -> hosted.snapshot().state() == PackageState.STARTED)
                    .isPresent();
            if (!started) return Optional.of(dependency(name));
        }
        return Optional.empty();
    }

    /** {@code it depends on words, which is load-failed}. */
    private String dependency(String name) {
        List<String> names = byFolder.values().stream().map(HostedPackage::name).toList();
        return "it depends on " + name + ", which is "
                + find(name)
                        .map(hosted -> hosted.snapshot().state().text())
                        .orElseGet(() -> "not there" + Nearest.suggestion(name, names));
    }
}

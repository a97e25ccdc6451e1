package vesper.hosting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.ClassCache;

/**
 * The packages of a folder, kept as the folder is: loaded and started when this opens, reloaded when their files
 * change, gone when their folders are.
 *
 * <p>No package harms another: what fails is that package's state, not an exception. Changes happen one after the
 * other; snapshots can be taken by any thread at any time and wait for nothing.
 */
public final class Packages implements AutoCloseable {
    private final HostingSettings settings;
    private final CodeLoader loader;
    private final ServiceStart services;
    private final Unserved unserved;
    private final Optional<ClassCache> cache;
    private final Map<String, HostedPackage> byFolder = new ConcurrentSkipListMap<>();
    private @Nullable FolderWatch watch;

    private Packages(HostingSettings settings, Platform platform) {
        this.settings = settings;
        this.cache = settings.classCache().map(ClassCache::new);
        this.loader = new CodeLoader(cache, platform.clock());
        this.services = new ServiceStart(platform);
        this.unserved = new Unserved(platform.router());
    }

    /**
     * Loads and starts every package of the folder, then watches it. Returns when all are started, or have failed to.
     *
     * @throws IOException if the folder is not there or cannot be read or watched
     */
    public static Packages open(HostingSettings settings, Platform platform) throws IOException {
        if (!Files.isDirectory(settings.packages())) {
            throw new NotDirectoryException(settings.packages() + " (the folder of packages)");
        }
        Packages packages = new Packages(settings, platform);
        // Watching begins first: what changes while the packages load is taken up afterwards.
        if (settings.watched()) packages.watch = FolderWatch.over(settings.packages(), settings.settling());
        packages.loadAll();
        if (packages.watch != null) packages.watch.start(packages::refresh);
        return packages;
    }

    /** Every package, in the order of the folders' names. */
    public List<PackageSnapshot> snapshots() {
        return byFolder.values().stream().map(HostedPackage::snapshot).toList();
    }

    public Optional<PackageSnapshot> snapshot(String name) {
        return find(name).map(HostedPackage::snapshot);
    }

    /** The packages themselves, in the order of {@link #snapshots}. */
    List<HostedPackage> hosted() {
        return List.copyOf(byFolder.values());
    }

    /** Makes a package serve. One that never loaded is loaded again first. */
    public synchronized PackageChange start(String name) {
        Optional<HostedPackage> found = find(name);
        if (found.isEmpty()) return new PackageChange.NoSuchPackage(name);
        HostedPackage hosted = found.get();
        hosted.start();
        if (hosted.current().isEmpty()) {
            read(hosted)
                    .filter(contents -> isFree(contents, hosted, Set.of()))
                    .ifPresent(contents -> load(hosted, contents));
        }
        return outcome(hosted, hosted.snapshot().state() == PackageState.STARTED);
    }

    /** Makes a package stop serving; its code stays loaded. Requests in flight finish. */
    public synchronized PackageChange stop(String name) {
        Optional<HostedPackage> found = find(name);
        if (found.isEmpty()) return new PackageChange.NoSuchPackage(name);
        found.get().stop();
        follow(retryBlocked());
        return outcome(found.get(), true);
    }

    /** Loads a package anew, changed or not, and those that depend on it. */
    public synchronized PackageChange reload(String name) {
        Optional<HostedPackage> found = find(name);
        if (found.isEmpty()) return new PackageChange.NoSuchPackage(name);
        HostedPackage hosted = found.get();
        read(hosted).filter(contents -> isFree(contents, hosted, Set.of())).ifPresent(contents -> {
            load(hosted, contents);
            follow(Set.of(hosted));
        });
        PackageSnapshot now = hosted.snapshot();
        return outcome(hosted, now.errors().isEmpty() && now.failure().isEmpty());
    }

    /** Stops watching. Routes stay published: the server drains, then goes. */
    @Override
    public void close() {
        if (watch != null) watch.close();
    }

    private static PackageChange outcome(HostedPackage hosted, boolean asAsked) {
        PackageSnapshot now = hosted.snapshot();
        return asAsked ? new PackageChange.Done(now) : new PackageChange.Failed(now);
    }

    private Optional<HostedPackage> find(String name) {
        // A folder that was refused goes by its own name, which may be that of another folder's package.
        return byFolder.values().stream()
                .filter(hosted -> hosted.snapshot().name().equals(name))
                .min(Comparator.comparing(hosted -> hosted.snapshot().state() == PackageState.LOAD_FAILED));
    }

    private synchronized void loadAll() throws IOException {
        List<PackageContents> toLoad = new ArrayList<>();
        for (String folder : folderNames()) {
            HostedPackage hosted = hosted(folder);
            read(hosted).filter(contents -> isFree(contents, hosted, toLoad)).ifPresent(toLoad::add);
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(settings.loadingThreads())) {
            for (List<PackageContents> wave : LoadOrder.waves(toLoad)) {
                CompletableFuture<?>[] loads = wave.stream()
                        .map(contents -> CompletableFuture.runAsync(
                                () -> load(hosted(contents.folderName()), contents), threads))
                        .toArray(CompletableFuture[]::new);
                CompletableFuture.allOf(loads).join();
            }
        }
        Set<String> names = byFolder.values().stream().map(HostedPackage::name).collect(Collectors.toSet());
        cache.ifPresent(there -> there.keepOnly(names));
    }

    /** What the watch calls; see {@link FolderWatch.Listener}. */
    private synchronized Set<String> refresh(Set<String> folders, boolean saved) {
        Set<String> halfSaved = new TreeSet<>();
        Set<HostedPackage> reloaded = new LinkedHashSet<>();
        for (String folder : folders) {
            if (!Files.isDirectory(settings.packages().resolve(folder))) {
                remove(folder).ifPresent(reloaded::add);
                continue;
            }
            HostedPackage hosted = hosted(folder);
            Optional<PackageContents> contents = read(hosted);
            if (contents.isEmpty()) continue;
            if (!saved && seemsHalfSaved(hosted, contents.get())) {
                halfSaved.add(folder);
            } else if (take(hosted, contents.get())) {
                reloaded.add(hosted);
            }
        }
        follow(reloaded);
        return halfSaved;
    }

    private static boolean seemsHalfSaved(HostedPackage hosted, PackageContents contents) {
        return hosted.newest().filter(contents::lacksSourcesOf).isPresent();
    }

    /** Takes contents up unless they are what the package has already; says whether it did. */
    private boolean take(HostedPackage hosted, PackageContents contents) {
        boolean known =
                !hosted.isRefused() && hosted.newest().filter(contents::equals).isPresent();
        if (known) return false;
        if (!isFree(contents, hosted, Set.of())) return false;
        load(hosted, contents);
        return true;
    }

    /** Loads contents with what they depend on, as far as that is there. */
    private void load(HostedPackage hosted, PackageContents contents) {
        List<Generation> dependencies = new ArrayList<>();
        for (String name : contents.descriptor().dependsOn()) {
            Optional<Generation> dependency = find(name).flatMap(HostedPackage::current);
            if (dependency.isEmpty()) {
                hosted.lack(contents, name);
                return;
            }
            dependencies.add(dependency.get());
        }
        hosted.take(contents, dependencies);
    }

    /** Brings the other packages up to what has changed: those that depend on it, and those that it stood in the way of. */
    private void follow(Set<HostedPackage> changed) {
        Set<HostedPackage> causes = changed;
        // A round that frees a package may free others in the next; the bound is for packages that take turns.
        for (int round = 0; !causes.isEmpty() && round <= byFolder.size(); round++) {
            reloadDependents(causes);
            causes = retryBlocked();
        }
    }

    /** Tries again what other packages stood in the way of; says which have been taken up. */
    private Set<HostedPackage> retryBlocked() {
        Set<HostedPackage> freed = new LinkedHashSet<>();
        for (HostedPackage hosted : byFolder.values()) {
            boolean taken = hosted.isNameTaken()
                    ? read(hosted).filter(contents -> take(hosted, contents)).isPresent()
                    : hosted.startBlocked();
            if (taken) freed.add(hosted);
        }
        return freed;
    }

    /** Code sees the classes that its dependencies had when it was loaded, so it is loaded again after them. */
    private void reloadDependents(Set<HostedPackage> changed) {
        Set<HostedPackage> done = new HashSet<>(changed);
        Deque<HostedPackage> causes = new ArrayDeque<>(changed);
        while (!causes.isEmpty()) {
            String cause = causes.remove().name();
            for (HostedPackage dependent : byFolder.values()) {
                if (!dependent.dependsOn().contains(cause) || !done.add(dependent)) continue;
                dependent.newest().ifPresent(contents -> load(dependent, contents));
                causes.add(dependent);
            }
        }
    }

    private Optional<HostedPackage> remove(String folder) {
        HostedPackage gone = byFolder.get(folder);
        if (gone == null) return Optional.empty();
        gone.unload();
        // Last, so that who no longer sees the package no longer gets answers of it.
        byFolder.remove(folder);
        return Optional.of(gone);
    }

    private HostedPackage hosted(String folder) {
        return byFolder.computeIfAbsent(
                folder, name -> new HostedPackage(settings.packages().resolve(name), loader, services, unserved));
    }

    /** The folder's contents; where they cannot be read, the package says so. */
    private static Optional<PackageContents> read(HostedPackage hosted) {
        try {
            return Optional.of(PackageContents.read(hosted.folder()));
        } catch (BadDescriptorException e) {
            hosted.refuse(e.reason());
        } catch (IOException | UncheckedIOException e) {
            hosted.refuse("its folder cannot be read: " + e);
        }
        return Optional.empty();
    }

    /** Whether no other folder's package has this name; if one has, the package says so. */
    private boolean isFree(PackageContents contents, HostedPackage hosted, Collection<PackageContents> beside) {
        String name = contents.descriptor().name();
        Stream<PackageContents> loaded =
                byFolder.values().stream().filter(other -> other != hosted).flatMap(other -> other.newest().stream());
        Optional<PackageContents> holder = Stream.concat(loaded, beside.stream())
                .filter(other -> other.descriptor().name().equals(name))
                .findFirst();
        holder.ifPresent(other -> hosted.refuseName(
                "the name '" + name + "' is that of the package in " + other.folderName() + " already"));
        return holder.isEmpty();
    }

    private List<String> folderNames() throws IOException {
        try (Stream<Path> entries = Files.list(settings.packages())) {
            return entries.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}

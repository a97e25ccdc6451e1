package vesper.hosting;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.hosting.compiling.ClassCache;
import vesper.hosting.compiling.Compilation;
import vesper.hosting.installing.PackageArchive;
import vesper.hosting.installing.PackageFolders;
import vesper.hosting.installing.Trash;
import vesper.hosting.installing.Unpacking;

/**
 * The packages of a folder, kept as the folder is: loaded and started when this opens, reloaded when their files
 * change, gone when their folders are.
 *
 * <p>No package harms another: what fails is that package's state, not an exception. Changes happen one after the
 * other; snapshots can be taken by any thread at any time and wait for nothing.
 */
public final class Packages implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Packages.class);

    private final HostingSettings settings;
    private final CodeLoader loader;
    private final ServiceStart services;
    private final Unserved unserved;
    private final Optional<ClassCache> cache;
    private final PackageFolders folders;
    private final Retirements retirements = new Retirements();
    /** Receiving and unpacking take disk and time, so it is done by one thread at a time. */
    private final Semaphore receiving = new Semaphore(1);

    private final Map<String, HostedPackage> byFolder = new ConcurrentSkipListMap<>();
    private @Nullable FolderWatch watch;

    private Packages(HostingSettings settings, Platform platform) {
        this.settings = settings;
        this.cache = settings.classCache().map(ClassCache::new);
        this.loader = new CodeLoader(cache, platform.clock());
        this.services = new ServiceStart(platform, settings.hookTime());
        this.unserved = new Unserved(platform.router(), platform.operators());
        InstallSettings installing = settings.installing();
        Trash trash = new Trash(installing.trash(), installing.kept(), platform.clock());
        this.folders = new PackageFolders(settings.packages(), trash);
    }

    /** The packages of a folder, none of them loaded yet. */
    public static Packages of(HostingSettings settings, Platform platform) {
        return new Packages(settings, platform);
    }

    /** As {@link #of}, then {@link #load}. */
    public static Packages open(HostingSettings settings, Platform platform) throws IOException {
        Packages packages = of(settings, platform);
        packages.load();
        return packages;
    }

    /**
     * Loads and starts every package of the folder, then watches it. Returns when all are started, or have failed to.
     *
     * @throws IOException if the folder is not there or cannot be read or watched
     */
    public void load() throws IOException {
        if (!Files.isDirectory(settings.packages())) {
            throw new NotDirectoryException(settings.packages() + " (the folder of packages)");
        }
        folders.recover();
        // Watching begins first: what changes while the packages load is taken up afterwards.
        FolderWatch watching = settings.watched() ? FolderWatch.over(settings.packages(), settings.settling()) : null;
        watch = watching;
        loadAll();
        if (watching != null) watching.start(this::refresh);
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
        return changed(name, hosted -> {
            hosted.start();
            if (hosted.current().isEmpty()) {
                read(hosted).filter(contents -> isFree(contents, hosted)).ifPresent(contents -> load(hosted, contents));
            }
            follow();
            return outcome(hosted, hosted.snapshot().state() == PackageState.STARTED);
        });
    }

    /**
     * Makes a package stop serving; its code stays loaded. Requests in flight finish, then its stop hooks are called.
     * While others that serve depend on it, it cannot be stopped.
     */
    public synchronized PackageChange stop(String name) {
        return changed(name, hosted -> {
            List<String> dependents = dependentsOf(hosted, PackageState.STARTED);
            if (!dependents.isEmpty()) return new PackageChange.Needed(name, dependents);
            hosted.stop();
            follow();
            return outcome(hosted, true);
        });
    }

    /** Loads a package anew, changed or not, and those that depend on it. */
    public synchronized PackageChange reload(String name) {
        return changed(name, hosted -> {
            read(hosted).filter(contents -> isFree(contents, hosted)).ifPresent(contents -> {
                load(hosted, contents);
                follow();
            });
            PackageSnapshot now = hosted.snapshot();
            return outcome(hosted, now.errors().isEmpty() && now.failure().isEmpty());
        });
    }

    /**
     * Installs a package from a zip archive, or replaces the one of this name. What serves goes on until the new one
     * does, and where that does not compile or start, nothing has changed.
     *
     * @throws IOException if the archive cannot be read or the disk not be written
     */
    public PackageInstall install(String name, InputStream archive) throws IOException {
        Optional<String> badName = PackageName.fault(name);
        if (badName.isPresent()) return new PackageInstall.Refused("its name " + badName.get());
        // Before anything is written: the disk holds one archive at a time, whoever sends how many.
        if (!receiving.tryAcquire()) return new PackageInstall.Busy();
        try {
            return receive(name, archive);
        } finally {
            receiving.release();
        }
    }

    private PackageInstall receive(String name, InputStream archive) throws IOException {
        Path incoming = folders.newIncoming();
        try {
            Path zip = incoming.resolve("archive.zip");
            Files.copy(archive, zip);
            // A folder of its own, which it has for itself when it gets its name.
            Path folder = Files.createDirectories(incoming.resolve("package/unpacked"));
            return switch (new PackageArchive(zip, settings.installing().unpackedBytes()).unpackInto(folder)) {
                case Unpacking.Unpacked _ -> installFolder(name, folder);
                case Unpacking.NoArchive(var reason) -> new PackageInstall.NoArchive(reason);
                case Unpacking.Refused(var reason) -> new PackageInstall.Refused(reason);
                case Unpacking.TooLarge(var reason) -> new PackageInstall.TooLarge(reason);
            };
        } finally {
            folders.discard(incoming);
        }
    }

    private synchronized PackageInstall installFolder(String name, Path unpacked) throws IOException {
        Optional<HostedPackage> there = find(name);
        String folderName =
                there.map(hosted -> hosted.folder().getFileName().toString()).orElse(name);
        Optional<String> other = folderNames().stream()
                .filter(one -> one.equalsIgnoreCase(folderName))
                .filter(one -> there.isEmpty() || !one.equals(folderName))
                .findFirst();
        if (other.isPresent()) return new PackageInstall.Taken("the folder " + other.get() + " is another package's");
        Path folder = Files.move(unpacked, unpacked.resolveSibling(folderName));
        try {
            return installContents(name, PackageContents.read(folder, settings.environment()));
        } catch (BadDescriptorException e) {
            return new PackageInstall.Refused(e.reason());
        }
    }

    private PackageInstall installContents(String name, PackageContents contents) throws IOException {
        String said = contents.descriptor().name();
        if (!said.equals(name)) return new PackageInstall.Refused("its package.properties calls it '" + said + "'");
        try {
            Optional<PackageSnapshot> fault = fault(contents);
            return fault.isPresent() ? new PackageInstall.NotServing(fault.get()) : replace(contents);
        } finally {
            retirements.begin();
            cacheWhatServes(name);
        }
    }

    /** What was tried has left its classes in the cache, in the place of those that serve. */
    private void cacheWhatServes(String name) {
        Optional<Generation> serves = find(name).flatMap(HostedPackage::current);
        cache.ifPresent(there -> serves.ifPresentOrElse(
                generation -> there.keep(
                        name, generation.key(), new Compilation.Compiled(generation.classes(), generation.docs())),
                () -> there.forget(name)));
    }

    /** Why contents that are in no package's folder yet cannot be loaded; what was loaded to find out is let go. */
    private Optional<PackageSnapshot> fault(PackageContents contents) throws IOException {
        List<Optional<Generation>> dependencies = dependenciesOf(contents);
        HostedPackage trial =
                new HostedPackage(contents.folder(), loader, services, unserved, this::hindrance, retirements);
        Optional<String> lacking = lacking(contents, dependencies);
        if (lacking.isPresent()) return Optional.of(trial.tried(contents, List.of(), lacking.get()));
        List<Generation> there = dependencies.stream().flatMap(Optional::stream).toList();
        return switch (trial.load(contents, there)) {
            case Loading.Loaded(var generation) -> {
                generation.loader().close();
                yield Optional.empty();
            }
            case Loading.NotCompiled(var errors) -> Optional.of(trial.tried(contents, errors, ""));
            case Loading.NotLoaded(var reason, var _) -> Optional.of(trial.tried(contents, List.of(), reason));
        };
    }

    private PackageInstall replace(PackageContents incoming) throws IOException {
        String folderName = incoming.folderName();
        boolean isNew = !byFolder.containsKey(folderName);
        HostedPackage hosted = hosted(folderName);
        Optional<Generation> before = hosted.current();
        folders.put(incoming.folder(), folderName);
        read(hosted).filter(contents -> isFree(contents, hosted)).ifPresent(contents -> load(hosted, contents));
        PackageSnapshot now = hosted.snapshot();
        if (now.errors().isEmpty() && now.failure().isEmpty()) {
            follow();
            folders.settle(folderName);
            return new PackageInstall.Installed(hosted.snapshot(), isNew);
        }
        folders.takeBack(folderName);
        if (isNew) remove(folderName);
        else restore(hosted, before);
        follow();
        return new PackageInstall.NotServing(now);
    }

    /** The folder holds again what it held: the code of that serves on, or is loaded again where it did not. */
    private void restore(HostedPackage hosted, Optional<Generation> before) {
        Optional<PackageContents> contents = read(hosted);
        if (contents.isEmpty()) return;
        boolean serves = before.isPresent()
                && before.map(Generation::number).equals(hosted.current().map(Generation::number));
        if (serves) hosted.forgive(contents.get());
        else load(hosted, contents.get());
    }

    /**
     * Takes a package away, its folder too, which goes to the trash; the snapshot says where. While others depend on it,
     * it cannot be deleted.
     *
     * @throws IOException if the folder cannot be moved; the package is as it was then
     */
    public synchronized PackageChange delete(String name) throws IOException {
        Optional<HostedPackage> found = find(name);
        if (found.isEmpty()) return new PackageChange.NoSuchPackage(name);
        HostedPackage hosted = found.get();
        List<String> dependents = dependentsOf(hosted, PackageState.values());
        if (!dependents.isEmpty()) return new PackageChange.Needed(name, dependents);
        String folderName = hosted.folder().getFileName().toString();
        boolean serves = hosted.snapshot().state() == PackageState.STARTED;
        // Its stop hooks may still need what is in the folder.
        hosted.stop();
        try {
            folders.setAside(folderName);
        } catch (IOException e) {
            if (serves) hosted.start();
            throw e;
        }
        remove(folderName);
        Optional<Path> trashed = folders.settle(folderName);
        cache.ifPresent(there -> there.forget(name));
        follow();
        retirements.begin();
        PackageSnapshot last = hosted.snapshot();
        return new PackageChange.Done(trashed.map(last::movedTo).orElse(last));
    }

    private PackageChange changed(String name, Function<HostedPackage, PackageChange> change) {
        Optional<HostedPackage> found = find(name);
        if (found.isEmpty()) return new PackageChange.NoSuchPackage(name);
        try {
            return change.apply(found.get());
        } finally {
            retirements.begin();
        }
    }

    /** Takes up no more changes of the folder. */
    public void stopWatching() {
        if (watch != null) watch.close();
    }

    /** Whether packages want to be told when they stop, or are being retired, so that {@link #close} may take as long as their hooks do. */
    public boolean hasStopHooks() {
        return !retirements.isIdle() || byFolder.values().stream().anyMatch(HostedPackage::hasStopHooks);
    }

    /**
     * Stops watching, calls the stop hooks of all services, those of packages that others depend on last, and waits for
     * code that is being retired: all of it within {@link HostingSettings#hookTime}. Routes stay published: nobody is to
     * ask any more.
     */
    @Override
    public void close() {
        stopWatching();
        long deadline = System.nanoTime() + settings.hookTime().toNanos();
        endAll(deadline);
        if (!retirements.awaitIdle(timeUntil(deadline)))
            LOG.warn(
                    "code that was replaced has not stopped within {} ms",
                    settings.hookTime().toMillis());
    }

    private static Duration timeUntil(long deadline) {
        return Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
    }

    private synchronized void endAll(long deadline) {
        List<PackageContents> all = byFolder.values().stream()
                .flatMap(hosted -> hosted.newest().stream())
                .toList();
        for (List<PackageContents> wave : LoadOrder.waves(all).reversed()) {
            List<HostedPackage> ending = wave.stream()
                    .map(contents -> hosted(contents.folderName()))
                    .filter(HostedPackage::hasStopHooks)
                    .toList();
            if (ending.isEmpty()) continue;
            try (ExecutorService threads = Executors.newFixedThreadPool(ending.size())) {
                Duration left = timeUntil(deadline);
                ending.forEach(hosted -> threads.execute(() -> hosted.end(left)));
            }
        }
    }

    /** Names of the packages in some state that depend on this one. */
    private List<String> dependentsOf(HostedPackage hosted, PackageState... states) {
        String name = hosted.name();
        return byFolder.values().stream()
                .filter(other -> other != hosted && other.dependsOn().contains(name))
                .filter(other -> List.of(states).contains(other.snapshot().state()))
                .map(HostedPackage::name)
                .toList();
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
            read(hosted).filter(contents -> isFree(contents, hosted)).ifPresent(contents -> {
                hosted.announce(contents);
                toLoad.add(contents);
            });
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
        follow();
        retirements.begin();
        Set<String> names = byFolder.values().stream().map(HostedPackage::name).collect(Collectors.toSet());
        cache.ifPresent(there -> there.keepOnly(names));
        warnOfStray(names);
    }

    /** A property for a package that is not there is probably a mistyped name. */
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

    /** What the watch calls; see {@link FolderWatch.Listener}. */
    private synchronized Set<String> refresh(Set<String> folders, boolean saved) {
        Set<String> halfSaved = new TreeSet<>();
        boolean changed = false;
        for (String folder : folders) {
            if (!Files.isDirectory(settings.packages().resolve(folder))) {
                changed |= remove(folder).isPresent();
                continue;
            }
            HostedPackage hosted = hosted(folder);
            Optional<PackageContents> contents = read(hosted);
            if (contents.isEmpty()) continue;
            if (!saved && seemsHalfSaved(hosted, contents.get())) {
                halfSaved.add(folder);
            } else {
                changed |= take(hosted, contents.get());
            }
        }
        if (changed) follow();
        retirements.begin();
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
        if (!isFree(contents, hosted)) return false;
        load(hosted, contents);
        return true;
    }

    /** Loads contents with what they depend on, as far as that is there. */
    private void load(HostedPackage hosted, PackageContents contents) {
        List<Optional<Generation>> dependencies = dependenciesOf(contents);
        Optional<String> lacking = lacking(contents, dependencies);
        if (lacking.isPresent()) hosted.lack(contents, dependencies, lacking.get());
        else
            hosted.take(
                    contents, dependencies.stream().flatMap(Optional::stream).toList());
    }

    /** The code that runs now of what these contents depend on. */
    private List<Optional<Generation>> dependenciesOf(PackageContents contents) {
        return contents.descriptor().dependsOn().stream()
                .map(name -> find(name).flatMap(HostedPackage::current))
                .toList();
    }

    /** Why contents cannot be compiled against what they depend on. */
    private Optional<String> lacking(PackageContents contents, List<Optional<Generation>> dependencies) {
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

    /**
     * Brings the other packages up to what has changed: those that see other code than before, and those that could not
     * start or be taken up for another's sake.
     */
    private void follow() {
        // A round that frees a package may free others in the next; the bound is for packages that take turns.
        for (int round = 0; round <= byFolder.size(); round++) {
            boolean reloaded = reloadStale();
            if (!retryBlocked() && !reloaded) return;
        }
    }

    /** Code sees the classes that its dependencies had when it was loaded, so it is loaded again after them. */
    private boolean reloadStale() {
        boolean any = false;
        for (HostedPackage hosted : byFolder.values()) {
            Optional<PackageContents> contents =
                    hosted.newest().filter(newest -> hosted.isStale(dependenciesOf(newest)));
            if (contents.isEmpty()) continue;
            load(hosted, contents.get());
            any = true;
        }
        return any;
    }

    /** Tries again what other packages stood in the way of; says whether any has been taken up. */
    private boolean retryBlocked() {
        boolean any = false;
        for (HostedPackage hosted : byFolder.values()) {
            any |= hosted.isNameTaken()
                    ? read(hosted).filter(contents -> take(hosted, contents)).isPresent()
                    : hosted.startBlocked();
        }
        return any;
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
                folder,
                name -> new HostedPackage(
                        settings.packages().resolve(name), loader, services, unserved, this::hindrance, retirements));
    }

    /** The folder's contents; where they cannot be read, the package says so. */
    private Optional<PackageContents> read(HostedPackage hosted) {
        try {
            return Optional.of(PackageContents.read(hosted.folder(), settings.environment()));
        } catch (BadDescriptorException e) {
            hosted.refuse(e.reason());
        } catch (IOException e) {
            hosted.refuseUnread("its folder cannot be read: " + DiskFailure.reason(e));
        } catch (UncheckedIOException e) {
            hosted.refuseUnread("its folder cannot be read: " + DiskFailure.reason(e));
        }
        return Optional.empty();
    }

    /** Whether no other folder's package has this name; if one has, the package says so. */
    private boolean isFree(PackageContents contents, HostedPackage hosted) {
        String name = contents.descriptor().name();
        Optional<PackageContents> holder = byFolder.values().stream()
                .filter(other -> other != hosted)
                .flatMap(other -> other.newest().stream())
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

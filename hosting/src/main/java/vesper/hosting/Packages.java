package vesper.hosting;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.hosting.compiling.ClassCache;
import vesper.hosting.installing.PackageFolders;
import vesper.hosting.installing.Trash;

/**
 * The packages of a folder, kept as the folder is: loaded and started when this opens, reloaded when their files
 * change, gone when their folders are.
 *
 * <p>No package harms another: what fails is that package's state, not an exception. Changes of a package, and of those
 * that it is bound to by depends-on, happen one after the other, and those of others meanwhile, however long its hooks
 * take; snapshots can be taken by any thread at any time and wait for nothing.
 */
public final class Packages implements AutoCloseable {
    /** Below this path their services answer. */
    public static final String SERVICES = "/api";

    private static final Logger LOG = LoggerFactory.getLogger(Packages.class);

    private final HostingSettings settings;
    private final PackageFolders folders;
    private final Retirements retirements = new Retirements();
    private final ChangeTurns turns = new ChangeTurns();
    private final Steps steps = new Steps();
    private final HostedPackages packages;
    private final Uptake uptake;
    private final Arrivals arrivals;
    private final Replacement replacement;
    private final FirstLoad firstLoad;
    private @Nullable FolderWatch watch;

    private Packages(HostingSettings settings, Platform platform) {
        this.settings = settings;
        Optional<ClassCache> cache = settings.classCache().map(ClassCache::new);
        InstallSettings installing = settings.installing();
        Trash trash = new Trash(installing.trash(), installing.kept(), platform.clock());
        this.folders = new PackageFolders(settings.packages(), trash);
        this.packages = new HostedPackages(
                settings.packages(),
                new CodeLoader(cache, platform.clock(), settings.hookTime(), steps),
                new ServiceStart(platform, settings.hookTime()),
                new Unserved(platform.router(), platform.operators()),
                platform.trackers(),
                retirements,
                turns);
        this.uptake = new Uptake(packages, settings.environment(), turns);
        this.arrivals = new Arrivals(folders, installing.unpackedBytes());
        this.replacement = new Replacement(packages, uptake, folders, settings.environment(), cache);
        this.firstLoad = new FirstLoad(packages, uptake, settings, cache);
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
        if (watching != null) watching.start(this::refreshBeside);
    }

    /** Every package, in the order of the folders' names. */
    public List<PackageSnapshot> snapshots() {
        return packages.all().stream().map(HostedPackage::snapshot).toList();
    }

    public Optional<PackageSnapshot> snapshot(String name) {
        return packages.find(name).map(HostedPackage::snapshot);
    }

    /** What of the packages' own code has been starting or stopping for a second or longer, the oldest first. */
    public List<RunningStep> lastingSteps() {
        return steps.lasting(Step.LONG);
    }

    /** The packages themselves, in the order of {@link #snapshots}. */
    List<HostedPackage> hosted() {
        return packages.all();
    }

    /** Makes a package serve. One that never loaded is loaded again first. */
    public PackageChange start(String name) {
        return changed(name, hosted -> {
            hosted.start();
            if (hosted.current().isEmpty()) uptake.renew(hosted);
            uptake.follow();
            return outcome(hosted, hosted.snapshot().state() == PackageState.STARTED);
        });
    }

    /**
     * Makes a package stop serving; its code stays loaded. Requests in flight finish, then its stop hooks are called.
     * While others that serve depend on it, it cannot be stopped.
     */
    public PackageChange stop(String name) {
        return changed(name, hosted -> {
            List<String> dependents = packages.dependentsOf(hosted, PackageState.STARTED);
            if (!dependents.isEmpty()) return new PackageChange.Needed(name, dependents);
            hosted.stop();
            uptake.follow();
            return outcome(hosted, true);
        });
    }

    /** Loads a package anew, changed or not, and those that depend on it. */
    public PackageChange reload(String name) {
        return changed(name, hosted -> {
            if (uptake.renew(hosted)) uptake.follow();
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
        // Sending takes as long as the sender likes; no change of another package waits for that.
        return arrivals.receive(name, archive, this::installUnpacked);
    }

    private PackageInstall installUnpacked(String name, Path unpacked) throws IOException {
        try {
            return turns.<PackageInstall, IOException>inTurn(
                    () -> Set.of(packages.find(name).map(Packages::folderOf).orElse(name)),
                    packages::boundTo,
                    () -> replacement.install(name, unpacked, folders.names()),
                    uptake::follow,
                    PackageInstall.Closed::new);
        } finally {
            retirements.begin();
        }
    }

    /**
     * Takes a package away, its folder too, which goes to the trash; the snapshot says where. While others depend on
     * it, it cannot be deleted.
     *
     * @throws IOException if the folder cannot be moved; the package is as it was then
     */
    public PackageChange delete(String name) throws IOException {
        return changed(name, replacement::delete);
    }

    /**
     * Puts back what was deleted or replaced, whatever state it was in; it is loaded and started as any folder is.
     *
     * @param name of the package that it was
     * @param inTrash the name of the folder that {@link #delete} gave
     * @throws IOException if the folder cannot be moved
     */
    public PackageRestoration restore(String name, String inTrash) throws IOException {
        Optional<String> folder = folders.nameOfTrashed(inTrash);
        if (folder.isEmpty()) return new PackageRestoration.NotInTrash(inTrash);
        Set<String> own = Set.of(folder.get());
        try {
            return turns.<PackageRestoration, IOException>inTurn(
                    () -> own,
                    packages::boundTo,
                    () -> restored(name, inTrash, folder.get()),
                    uptake::follow,
                    PackageRestoration.Closed::new);
        } finally {
            retirements.begin();
        }
    }

    private PackageRestoration restored(String name, String inTrash, String folder) throws IOException {
        if (packages.find(name).isPresent() || packages.has(folder)) return new PackageRestoration.Taken(name);
        try {
            folders.putBack(inTrash);
        } catch (NoSuchFileException _) {
            return new PackageRestoration.NotInTrash(inTrash);
        } catch (FileAlreadyExistsException _) {
            return new PackageRestoration.Taken(name);
        }
        refreshed(Set.of(folder), true);
        return new PackageRestoration.Restored(packages.of(folder).snapshot());
    }

    private <X extends Exception> PackageChange changed(String name, Change<X> change) throws X {
        try {
            return turns.<PackageChange, X>inTurn(
                    () -> packages.find(name)
                            .map(hosted -> Set.of(folderOf(hosted)))
                            .orElse(Set.of()),
                    packages::boundTo,
                    () -> {
                        Optional<HostedPackage> found = packages.find(name);
                        return found.isPresent() ? change.of(found.get()) : new PackageChange.NoSuchPackage(name);
                    },
                    uptake::follow,
                    PackageChange.Closed::new);
        } finally {
            retirements.begin();
        }
    }

    private static String folderOf(HostedPackage hosted) {
        return hosted.folder().getFileName().toString();
    }

    /** What is done to a package. */
    @FunctionalInterface
    private interface Change<X extends Exception> {
        PackageChange of(HostedPackage hosted) throws X;
    }

    /** Takes up no more changes of the folder. */
    public void stopWatching() {
        if (watch != null) watch.close();
    }

    /** Whether some want to be told when they stop, so that {@link #close} may take as long as their hooks do. */
    public boolean hasStopHooks() {
        return !retirements.isIdle() || packages.all().stream().anyMatch(HostedPackage::hasStopHooks);
    }

    /**
     * Stops watching, calls the stop hooks of all services, those of packages that others depend on last, and waits for
     * code that is being retired: all of it within {@link HostingSettings#hookTime}. Routes stay published: nobody is
     * to ask any more.
     */
    @Override
    public void close() {
        stopWatching();
        long deadline = System.nanoTime() + settings.hookTime().toNanos();
        turns.close(timeUntil(deadline), () -> endAll(deadline));
        if (!retirements.awaitIdle(timeUntil(deadline)))
            LOG.warn(
                    "code that was replaced has not stopped within {} ms",
                    settings.hookTime().toMillis());
    }

    private static Duration timeUntil(long deadline) {
        return Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
    }

    private void endAll(long deadline) {
        List<PackageContents> all = packages.all().stream()
                .flatMap(hosted -> hosted.newest().stream())
                .toList();
        for (List<PackageContents> wave : LoadOrder.waves(all).reversed()) {
            List<HostedPackage> ending = wave.stream()
                    .map(contents -> packages.of(contents.folderName()))
                    .filter(HostedPackage::hasStopHooks)
                    .toList();
            if (ending.isEmpty()) continue;
            try (ExecutorService threads = Executors.newFixedThreadPool(ending.size())) {
                Duration left = timeUntil(deadline);
                ending.forEach(hosted -> threads.execute(() -> hosted.end(left)));
            }
        }
    }

    private static PackageChange outcome(HostedPackage hosted, boolean asAsked) {
        PackageSnapshot now = hosted.snapshot();
        return asAsked ? new PackageChange.Done(now) : new PackageChange.Failed(now);
    }

    private void loadAll() throws IOException {
        turns.<Boolean, IOException>inTurn(
                Set::of,
                packages::boundTo,
                () -> {
                    firstLoad.all(folders.names());
                    return true;
                },
                uptake::follow,
                () -> false);
        retirements.begin();
    }

    /**
     * What the watch calls; see {@link FolderWatch.Listener}. What takes longer than others should wait for goes on
     * beside the watch, and so does what waits for its turn, apart from what need not; it is told again like what is half
     * saved, and taken up once.
     */
    private Set<String> refreshBeside(Set<String> folders, boolean saved) {
        Set<String> free = turns.free(folders, packages::boundTo);
        Map<Set<String>, FutureTask<Set<String>>> refreshing = new LinkedHashMap<>();
        if (!free.isEmpty()) refreshing.put(free, new FutureTask<>(() -> refreshOrTell(free, saved)));
        for (String folder : folders) {
            Set<String> waiting = Set.of(folder);
            if (!free.contains(folder)) refreshing.put(waiting, new FutureTask<>(() -> refreshOrTell(waiting, saved)));
        }
        refreshing
                .values()
                .forEach(task ->
                        Thread.ofPlatform().daemon().name("packages-refresh").start(task));
        long deadline = System.nanoTime() + Step.LONG.toNanos();
        Set<String> again = new TreeSet<>();
        refreshing.forEach((those, task) -> again.addAll(outcome(task, those, deadline)));
        return again;
    }

    private static Set<String> outcome(FutureTask<Set<String>> refreshing, Set<String> folders, long deadline) {
        try {
            return refreshing.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return folders;
        } catch (ExecutionException e) {
            throw new IllegalStateException("what fails is told", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Set.of();
        }
    }

    /** Nobody may be waiting for it any more. */
    private Set<String> refreshOrTell(Set<String> folders, boolean saved) {
        try {
            return refresh(folders, saved);
        } catch (Throwable t) {
            Thrown.passOn(t);
            LOG.error("the changes of {} could not be taken up", folders, t);
            return Set.of();
        }
    }

    /** Takes up what these folders hold now; gives those that seem half saved. */
    Set<String> refresh(Set<String> folders, boolean saved) {
        try {
            return turns.<Set<String>, RuntimeException>inTurn(
                    () -> folders, packages::boundTo, () -> refreshed(folders, saved), uptake::follow, Set::of);
        } finally {
            retirements.begin();
        }
    }

    private Set<String> refreshed(Set<String> folders, boolean saved) {
        Set<String> halfSaved = new TreeSet<>();
        boolean changed = false;
        for (String folder : folders) {
            if (!Files.isDirectory(settings.packages().resolve(folder))) {
                changed |= packages.remove(folder).isPresent();
                continue;
            }
            HostedPackage hosted = packages.of(folder);
            Optional<PackageContents> contents = uptake.read(hosted);
            if (contents.isEmpty()) continue;
            if (!saved && seemsHalfSaved(hosted, contents.get())) {
                halfSaved.add(folder);
            } else {
                changed |= uptake.take(hosted, contents.get());
            }
        }
        if (changed) uptake.follow();
        return halfSaved;
    }

    private static boolean seemsHalfSaved(HostedPackage hosted, PackageContents contents) {
        return hosted.newest().filter(contents::lacksSourcesOf).isPresent();
    }
}

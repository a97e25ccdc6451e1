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
 * The packages of a folder. They follow the folder: packages are loaded and started when this is opened, reloaded when
 * their files change, and removed when their folders are deleted.
 *
 * <p>Packages cannot harm one another: a failure is a state of the package, not an exception. Changes of packages that
 * are connected by depends-on are made one after the other. Changes of other packages are made at the same time,
 * however long hooks take. Any thread may read snapshots at any time, without waiting.
 */
public final class Packages implements AutoCloseable {
    /** Path prefix of all services. */
    public static final String SERVICES = "/api";

    private static final Logger LOG = LoggerFactory.getLogger(Packages.class);

    private final HostingSettings settings;
    private final PackageFolders folders;
    private final Retirements retirements = new Retirements();
    private final ChangeTurns turns = new ChangeTurns();
    private final Steps steps = new Steps();
    private final StartRetries retries = new StartRetries(this::retryStart);
    private final HostedPackages packages;
    private final Uptake uptake;
    private final Arrivals arrivals;
    private final Replacement replacement;
    private final FirstLoad firstLoad;
    private @Nullable FolderWatch watch;
    /** Names of the folders that were there when the server started. */
    private volatile Set<String> firstFolders = Set.of();

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
                turns,
                retries,
                platform.clock());
        this.uptake = new Uptake(packages, settings.environment(), turns);
        this.arrivals = new Arrivals(folders, installing.unpackedBytes());
        this.replacement = new Replacement(packages, uptake, folders, settings.environment(), cache);
        this.firstLoad = new FirstLoad(packages, uptake, settings, cache);
    }

    /** Creates the packages of a folder without loading them. */
    public static Packages of(HostingSettings settings, Platform platform) {
        return new Packages(settings, platform);
    }

    /** Creates the packages of a folder and loads them. */
    public static Packages open(HostingSettings settings, Platform platform) throws IOException {
        Packages packages = of(settings, platform);
        packages.load();
        return packages;
    }

    /**
     * Loads and starts every package of the folder, then watches it. Returns when each package has started or failed.
     *
     * @throws IOException if the folder does not exist or cannot be read or watched
     */
    public void load() throws IOException {
        if (!Files.isDirectory(settings.packages())) {
            throw new NotDirectoryException(settings.packages() + " (the folder of packages)");
        }
        folders.recover();
        // Watching starts before loading, so that changes during the load are applied afterwards.
        FolderWatch watching = settings.watched() ? FolderWatch.over(settings.packages(), settings.settling()) : null;
        watch = watching;
        loadAll();
        if (watching != null) watching.start(this::refreshBeside);
    }

    /** Returns all packages, in the order of their folders' names. */
    public List<PackageSnapshot> snapshots() {
        return packages.all().stream().map(HostedPackage::snapshot).toList();
    }

    public Optional<PackageSnapshot> snapshot(String name) {
        return packages.find(name).map(HostedPackage::snapshot);
    }

    /**
     * Returns the steps of packages' starts and stops that have been running for at least a second, the oldest first.
     */
    public List<RunningStep> lastingSteps() {
        return steps.lasting(Step.LONG);
    }

    /**
     * Returns the required packages that were there when the server started, should serve, and never have. A package that
     * has served once does not count any more, whatever became of it.
     */
    public List<PackageSnapshot> missing() {
        return packages.all().stream()
                .filter(hosted -> firstFolders.contains(folderOf(hosted)))
                .filter(hosted -> !hosted.hasServed() && hosted.wantsToServe())
                .map(HostedPackage::snapshot)
                .filter(PackageSnapshot::required)
                .toList();
    }

    /**
     * Returns what the health checks of required packages report, each as {@code orders: the disk is full}. Waits for the
     * checks, up to five seconds for each.
     */
    public List<String> healthProblems() {
        return packages.all().stream()
                .filter(hosted -> hosted.snapshot().required())
                .flatMap(hosted -> hosted.healthProblems().stream().map(problem -> hosted.name() + ": " + problem))
                .toList();
    }

    /** Starts a package again whose start failed for a reason outside of it. */
    private void retryStart(HostedPackage hosted) {
        try {
            String folder = folderOf(hosted);
            boolean _ = turns.<Boolean, RuntimeException>inTurn(
                    () -> Set.of(folder),
                    packages::boundTo,
                    () -> {
                        if (packages.all().contains(hosted)) hosted.retryStart(hasAbandonedStep(hosted));
                        uptake.follow();
                        return true;
                    },
                    uptake::follow,
                    () -> false);
        } finally {
            retirements.begin();
        }
    }

    private boolean hasAbandonedStep(HostedPackage hosted) {
        return steps.lasting(Duration.ZERO).stream()
                .anyMatch(step -> step.abandoned() && step.packageName().equals(hosted.name()));
    }

    /** Returns the packages in the order of {@link #snapshots}. */
    List<HostedPackage> hosted() {
        return packages.all();
    }

    /** Starts a package. If it has never been loaded, loads it again first. */
    public PackageChange start(String name) {
        return changed(name, hosted -> {
            hosted.start();
            if (hosted.current().isEmpty()) uptake.renew(hosted);
            uptake.follow();
            return outcome(hosted, hosted.snapshot().state() == PackageState.STARTED);
        });
    }

    /**
     * Stops a package. Its code stays loaded. Requests in flight are completed, then its stop hooks are called. A
     * package cannot be stopped while others that serve depend on it.
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

    /** Reloads a package, changed or not, and those that depend on it. */
    public PackageChange reload(String name) {
        return changed(name, hosted -> {
            if (uptake.renew(hosted)) uptake.follow();
            PackageSnapshot now = hosted.snapshot();
            return outcome(hosted, now.errors().isEmpty() && now.failure().isEmpty());
        });
    }

    /**
     * Installs a package from a zip archive, or replaces the one of this name. The old code serves until the new code
     * does. If the new code does not compile or start, nothing has changed.
     *
     * @throws IOException if the archive cannot be read or the disk cannot be written
     */
    public PackageInstall install(String name, InputStream archive) throws IOException {
        // A slow sender does not delay changes of other packages.
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
     * Deletes a package with its folder, which is moved to the trash; the snapshot has the location. A package cannot
     * be deleted while others depend on it.
     *
     * @throws IOException if the folder cannot be moved; the package is unchanged then
     */
    public PackageChange delete(String name) throws IOException {
        return changed(name, replacement::delete);
    }

    /**
     * Restores a package that was deleted or replaced. Its former state does not matter: it is loaded and started like
     * any folder.
     *
     * @param name the package's name
     * @param inTrash the name of its folder in the trash, as reported by {@link #delete}
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

    /** A change of a package. */
    @FunctionalInterface
    private interface Change<X extends Exception> {
        PackageChange of(HostedPackage hosted) throws X;
    }

    /** Stops applying changes of the folder. */
    public void stopWatching() {
        if (watch != null) watch.close();
    }

    /** Returns whether services have stop hooks, so that {@link #close} may take as long as these do. */
    public boolean hasStopHooks() {
        return !retirements.isIdle() || packages.all().stream().anyMatch(HostedPackage::hasStopHooks);
    }

    /**
     * Stops watching, calls the stop hooks of all services, dependents before their dependencies, and waits for
     * replaced code that is being released. All of this takes at most {@link HostingSettings#hookTime}. Routes stay
     * published, because the server no longer accepts requests.
     */
    @Override
    public void close() {
        stopWatching();
        retries.close();
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
                    List<String> names = folders.names();
                    firstFolders = Set.copyOf(names);
                    firstLoad.all(names);
                    return true;
                },
                uptake::follow,
                () -> false);
        retirements.begin();
    }

    /**
     * Handles changes that the watch reports (see {@link FolderWatch.Listener}), without blocking the watch for longer
     * than a second. Folders that can be changed now are refreshed together. Each of the others is refreshed on its
     * own, since it may have to wait for other changes. Folders that take longer are returned like partially saved
     * ones. The watch then reports them again, but their changes are applied only once.
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

    /** Logs failures, because the caller may no longer wait for the result. */
    private Set<String> refreshOrTell(Set<String> folders, boolean saved) {
        try {
            return refresh(folders, saved);
        } catch (Throwable t) {
            Thrown.passOn(t);
            LOG.error("the changes of {} could not be taken up", folders, t);
            return Set.of();
        }
    }

    /** Loads the current contents of these folders. Returns the folders that seem partially saved. */
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

package vesper.hosting;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
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
import vesper.rest.triggers.TriggerState;
import vesper.rest.triggers.Triggers;

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
    private static final Duration LONGEST_WAIT = Duration.ofDays(365);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration MAX_HEALTH_CHECKS = Duration.ofSeconds(5);

    private final HostingSettings settings;
    private final Triggers triggers;
    private final PackageFolders folders;
    private final RetiredServices retirements = new RetiredServices();
    private final PackageLocks locks = new PackageLocks();
    private final Steps steps = new Steps();
    private final StartRetries retries = new StartRetries(this::retryStart);
    private final HostedPackages packages;
    private final PackageLoader loader;
    private final ArchiveReceiver receiver;
    private final PackageInstaller installer;
    private final FirstLoad firstLoad;
    private @Nullable FolderWatch watch;
    /** Names of the folders that were there when the server started. */
    private volatile Set<String> firstFolders = Set.of();

    private Packages(HostingSettings settings, Platform platform) {
        this.settings = settings;
        this.triggers = platform.triggers();
        Optional<ClassCache> cache = settings.classCache().map(ClassCache::new);
        InstallSettings installing = settings.installing();
        Trash trash = new Trash(installing.trash(), installing.trashSize(), platform.clock());
        this.folders = new PackageFolders(settings.packages(), trash);
        this.packages = new HostedPackages(
                settings.packages(),
                new CodeLoader(cache, platform.clock(), settings.hookTime(), steps),
                new ServiceStart(platform, settings.hookTime()),
                new UnavailablePackages(platform.router(), platform.operators()),
                platform.trackers(),
                retirements,
                locks,
                retries,
                platform.clock());
        this.loader = new PackageLoader(packages, settings.environment(), locks, retirements);
        this.receiver = new ArchiveReceiver(folders, installing.unpackedBytes());
        this.installer = new PackageInstaller(packages, loader, folders, settings.environment(), cache);
        this.firstLoad = new FirstLoad(packages, loader, settings, cache);
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
        load(LONGEST_WAIT);
    }

    /**
     * Loads and starts every package of the folder, then watches it. Returns when each package has started or failed.
     * If a package's own code takes longer than this, the method does not wait for that package and its dependents,
     * which are loaded in the background. Requests for them receive 503 until then.
     *
     * @throws IOException if the folder does not exist or cannot be read or watched
     */
    public void load(Duration slowAfter) throws IOException {
        if (!Files.isDirectory(settings.packages())) {
            throw new NotDirectoryException(settings.packages() + " (the folder of packages)");
        }
        folders.recover();
        // Watching starts before loading, so that changes during the load are applied afterwards.
        FolderWatch watching =
                settings.watched() ? FolderWatch.create(settings.packages(), settings.settleTime()) : null;
        watch = watching;
        List<String> names = folders.names();
        firstFolders = Set.copyOf(names);
        FutureTask<Boolean> loading = new FutureTask<>(() -> loadAll(names), true);
        Thread.ofPlatform().daemon().name("packages-load").start(loading);
        awaitFirstLoad(loading, slowAfter);
        if (watching != null) watching.start(this::refreshAsync);
    }

    private void awaitFirstLoad(FutureTask<Boolean> loading, Duration slowAfter) throws IOException {
        try {
            while (!isDone(loading)) {
                Set<String> slow = new TreeSet<>();
                steps.longRunning(slowAfter).forEach(step -> slow.add(step.packageName()));
                if (slow.isEmpty() || !isWaitingOnlyFor(slow)) continue;
                LOG.warn("continuing without {}, whose start takes long", String.join(", ", slow));
                return;
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("the packages could not be loaded", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while packages were loaded");
        }
    }

    private static boolean isDone(FutureTask<Boolean> loading) throws ExecutionException, InterruptedException {
        try {
            return loading.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return false;
        }
    }

    private boolean isWaitingOnlyFor(Set<String> slow) {
        boolean[] waits = {false};
        locks.runLocked(() -> waits[0] = firstLoad.waitsOnlyFor(slow));
        return waits[0];
    }

    /** Returns all packages, in the order of their folders' names. */
    public List<PackageSnapshot> snapshots() {
        return packages.all().stream()
                .map(HostedPackage::snapshot)
                .map(this::withTriggers)
                .toList();
    }

    public Optional<PackageSnapshot> snapshot(String name) {
        return packages.find(name).map(HostedPackage::snapshot).map(this::withTriggers);
    }

    /** Adds a warning for each trigger of a package that is in error. */
    private PackageSnapshot withTriggers(PackageSnapshot one) {
        return one.withWarnings(triggers.list().stream()
                .filter(trigger -> trigger.state() == TriggerState.ERROR
                        && trigger.packageName().equals(one.name()))
                .map(trigger -> "trigger " + trigger.id() + ", which is in state ERROR"
                        + trigger.lastError().map(error -> ": " + error).orElse(""))
                .toList());
    }

    /**
     * Returns the steps of packages' starts and stops that have been running for at least a second, the oldest first.
     */
    public List<RunningStep> longRunningSteps() {
        return steps.longRunning(Step.SLOW_AFTER);
    }

    /**
     * Returns the required packages that were there when the server started, should serve, and never have. A package
     * that has served once no longer counts.
     */
    public List<PackageSnapshot> missing() {
        return packages.all().stream()
                .filter(hosted -> firstFolders.contains(folderOf(hosted)))
                .filter(hosted -> !hosted.hasServed() && hosted.shouldServe())
                .map(HostedPackage::snapshot)
                .filter(PackageSnapshot::required)
                .toList();
    }

    /**
     * Returns the problems that the health checks of required packages report, each as {@code orders: the disk is
     * full}. The checks run at the same time, and have five seconds together.
     */
    public List<String> healthProblems() {
        List<HostedPackage> checked = packages.all().stream()
                .filter(hosted -> hosted.snapshot().required())
                .toList();
        checked.forEach(hosted -> hosted.health().begin());
        long deadlineNanos = System.nanoTime() + MAX_HEALTH_CHECKS.toNanos();
        return checked.stream()
                .flatMap(hosted -> hosted.health().problems(deadlineNanos).stream()
                        .map(problem -> hosted.snapshot().name() + ": " + problem))
                .toList();
    }

    /** Starts a package again whose start failed for a reason outside of it. */
    private void retryStart(HostedPackage hosted) {
        try (PackageLog.Subject _ = PackageLog.about(hosted.snapshot().name())) {
            String folder = folderOf(hosted);
            boolean _ = locks.<Boolean, RuntimeException>withReservation(
                    () -> Set.of(folder),
                    packages::connectedTo,
                    () -> {
                        if (packages.all().contains(hosted)) hosted.retryStart(hasAbandonedStep(hosted));
                        loader.updateOthers();
                        return true;
                    },
                    loader::updateOthers,
                    () -> false);
        } finally {
            retirements.releaseCollected();
        }
    }

    private boolean hasAbandonedStep(HostedPackage hosted) {
        return steps.longRunning(Duration.ZERO).stream()
                .anyMatch(step -> step.abandoned() && step.packageName().equals(hosted.name()));
    }

    /** Returns whether no replaced code is being stopped at the moment. */
    boolean isReleaseIdle() {
        return retirements.isIdle();
    }

    /** Returns the packages in the order of {@link #snapshots}. */
    List<HostedPackage> hosted() {
        return packages.all();
    }

    /** Starts a package. If it has never been loaded, loads it again first. */
    public PackageChange start(String name) {
        return changePackage(name, hosted -> {
            hosted.start();
            if (hosted.current().isEmpty()) loader.reload(hosted);
            loader.updateOthers();
            return outcome(hosted, hosted.snapshot().state() == PackageState.STARTED);
        });
    }

    /**
     * Stops a package. Its code stays loaded. Requests in flight are completed, then its stop hooks are called. A
     * package cannot be stopped while others that serve depend on it.
     */
    public PackageChange stop(String name) {
        return changePackage(name, hosted -> {
            List<String> dependents = packages.dependentsOf(hosted, PackageState.STARTED);
            if (!dependents.isEmpty()) return new PackageChange.HasDependents(name, dependents);
            hosted.stop();
            loader.updateOthers();
            return outcome(hosted, true);
        });
    }

    /** Reloads a package, changed or not, and those that depend on it. */
    public PackageChange reload(String name) {
        return changePackage(name, hosted -> {
            if (loader.reload(hosted)) loader.updateOthers();
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
        return receiver.receive(name, archive, this::installUnpacked);
    }

    private PackageInstall installUnpacked(String name, Path unpacked) throws IOException {
        try (PackageLog.Subject _ = PackageLog.about(name)) {
            return locks.<PackageInstall, IOException>withReservation(
                    () -> Set.of(packages.find(name).map(Packages::folderOf).orElse(name)),
                    packages::connectedTo,
                    () -> installer.install(name, unpacked, folders.names()),
                    loader::updateOthers,
                    PackageInstall.ServerStopping::new);
        } finally {
            retirements.releaseCollected();
        }
    }

    /**
     * Deletes a package with its folder, which is moved to the trash; the snapshot has the location. A package cannot
     * be deleted while others depend on it.
     *
     * @throws IOException if the folder cannot be moved; the package is unchanged then
     */
    public PackageChange delete(String name) throws IOException {
        return changePackage(name, installer::delete);
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
            return locks.<PackageRestoration, IOException>withReservation(
                    () -> own,
                    packages::connectedTo,
                    () -> moveBackAndLoad(name, inTrash, folder.get()),
                    loader::updateOthers,
                    PackageRestoration.ServerStopping::new);
        } finally {
            retirements.releaseCollected();
        }
    }

    private PackageRestoration moveBackAndLoad(String name, String inTrash, String folder) throws IOException {
        if (packages.find(name).isPresent() || packages.has(folder)) return new PackageRestoration.NameInUse(name);
        try {
            folders.restore(inTrash);
        } catch (NoSuchFileException _) {
            return new PackageRestoration.NotInTrash(inTrash);
        } catch (FileAlreadyExistsException _) {
            return new PackageRestoration.NameInUse(name);
        }
        refreshReserved(Set.of(folder), true);
        return new PackageRestoration.Restored(packages.getOrCreate(folder).snapshot());
    }

    private <X extends Exception> PackageChange changePackage(String name, Change<X> change) throws X {
        try (PackageLog.Subject _ = PackageLog.about(name)) {
            return locks.<PackageChange, X>withReservation(
                    () -> packages.find(name)
                            .map(hosted -> Set.of(folderOf(hosted)))
                            .orElse(Set.of()),
                    packages::connectedTo,
                    () -> {
                        Optional<HostedPackage> found = packages.find(name);
                        return found.isPresent() ? change.of(found.get()) : new PackageChange.NoSuchPackage(name);
                    },
                    loader::updateOthers,
                    PackageChange.ServerStopping::new);
        } finally {
            retirements.releaseCollected();
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
        locks.close(timeUntil(deadline), () -> shutDownAll(deadline));
        if (!retirements.awaitIdle(timeUntil(deadline)))
            LOG.warn(
                    "replaced code did not stop within {} ms",
                    settings.hookTime().toMillis());
    }

    private static Duration timeUntil(long deadline) {
        return Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
    }

    private void shutDownAll(long deadline) {
        List<PackageContents> all = packages.all().stream()
                .flatMap(hosted -> hosted.newest().stream())
                .toList();
        for (List<PackageContents> wave : LoadOrder.waves(all).reversed()) {
            List<HostedPackage> ending = wave.stream()
                    .map(contents -> packages.getOrCreate(contents.folderName()))
                    .filter(HostedPackage::hasStopHooks)
                    .toList();
            if (ending.isEmpty()) continue;
            try (ExecutorService threads = Executors.newFixedThreadPool(ending.size())) {
                Duration left = timeUntil(deadline);
                ending.forEach(hosted -> threads.execute(() -> hosted.shutDown(left)));
            }
        }
    }

    private static PackageChange outcome(HostedPackage hosted, boolean succeeded) {
        PackageSnapshot now = hosted.snapshot();
        return succeeded ? new PackageChange.Done(now) : new PackageChange.Failed(now);
    }

    private void loadAll(List<String> names) {
        locks.<Boolean, RuntimeException>withReservation(
                Set::of,
                packages::connectedTo,
                () -> {
                    firstLoad.all(names);
                    return true;
                },
                loader::updateOthers,
                () -> false);
        retirements.releaseCollected();
    }

    /**
     * Handles changes that the watch reports (see {@link FolderWatch.Listener}), without blocking the watch for longer
     * than a second. Folders that can be changed now are refreshed together. Each of the others is refreshed on its
     * own, since it may have to wait for other changes. Folders that take longer are returned like partially saved
     * ones. The watch then reports them again, but their changes are applied only once.
     */
    private Set<String> refreshAsync(Set<String> folders, boolean saved) {
        Set<String> free = locks.notReserved(folders, packages::connectedTo);
        Map<Set<String>, FutureTask<Set<String>>> refreshing = new LinkedHashMap<>();
        if (!free.isEmpty()) refreshing.put(free, new FutureTask<>(() -> refreshOrLog(free, saved)));
        for (String folder : folders) {
            Set<String> waiting = Set.of(folder);
            if (!free.contains(folder)) refreshing.put(waiting, new FutureTask<>(() -> refreshOrLog(waiting, saved)));
        }
        refreshing
                .values()
                .forEach(task ->
                        Thread.ofPlatform().daemon().name("packages-refresh").start(task));
        long deadline = System.nanoTime() + Step.SLOW_AFTER.toNanos();
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
            throw new IllegalStateException("the task logs its failures", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Set.of();
        }
    }

    /** Logs failures, because the caller may no longer wait for the result. */
    private Set<String> refreshOrLog(Set<String> folders, boolean saved) {
        try {
            return refresh(folders, saved);
        } catch (Throwable t) {
            PackageErrors.rethrowJvmErrors(t);
            LOG.error("could not apply the changes of {}", folders, t);
            return Set.of();
        }
    }

    /** Loads the current contents of these folders. Returns the folders that seem partially saved. */
    Set<String> refresh(Set<String> folders, boolean saved) {
        try {
            return locks.<Set<String>, RuntimeException>withReservation(
                    () -> folders,
                    packages::connectedTo,
                    () -> refreshReserved(folders, saved),
                    loader::updateOthers,
                    Set::of);
        } finally {
            retirements.releaseCollected();
        }
    }

    private Set<String> refreshReserved(Set<String> folders, boolean saved) {
        Set<String> partiallySaved = new TreeSet<>();
        boolean changed = false;
        for (String folder : folders) {
            if (!Files.isDirectory(settings.packages().resolve(folder))) {
                changed |= packages.remove(folder).isPresent();
                continue;
            }
            HostedPackage hosted = packages.getOrCreate(folder);
            Optional<PackageContents> contents = loader.read(hosted);
            if (contents.isEmpty()) continue;
            if (!saved && isPartiallySaved(hosted, contents.get())) {
                partiallySaved.add(folder);
            } else {
                changed |= loader.loadLater(hosted, contents.get());
            }
        }
        // Each package is reserved again while it is loaded, so that one that hangs does not hold up the others.
        locks.releaseEarly(folders);
        if (changed) loader.updateOthers();
        return partiallySaved;
    }

    private static boolean isPartiallySaved(HostedPackage hosted, PackageContents contents) {
        return hosted.newest().filter(contents::lacksSourcesOf).isPresent();
    }
}

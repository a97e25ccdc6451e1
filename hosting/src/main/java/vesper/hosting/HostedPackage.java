package vesper.hosting;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.CompileError;

/**
 * A package folder and its state.
 *
 * <p>Code that serves requests is replaced only by code that does: new code is loaded and started beside the old one,
 * and then replaces it completely or not at all. One thread at a time changes a package, with a reservation of
 * {@link PackageLocks}. Any thread may read its snapshot.
 */
final class HostedPackage {
    private final Path folder;
    private final CodeLoader loader;
    private final ServiceStart services;
    private final UnavailablePackages unavailable;
    private final StartCheck startCheck;
    private final TrackerRegistry trackers;
    private final PackageLocks locks;
    private final StartRetries retries;
    private final Clock clock;
    private final ServedCode code;

    private PackageState state = PackageState.LOADING;
    private @Nullable PackageContents newest;
    /** Code that is loaded but cannot start: another package has the same routes, or a dependency has not started. */
    private @Nullable PackageGeneration blocked;
    /** The generations of the dependencies when this package was last loaded, or failed to load. */
    private List<Optional<PackageGeneration>> loadedDependencies = List.of();

    /** True if the newest contents are still to be loaded. */
    private boolean awaitsLoad;
    /** True while requests receive 503 because the package is not loaded yet. */
    private boolean isAnnounced;

    private Rejection rejection = Rejection.NONE;
    private boolean shouldServe = true;
    private List<CompileError> errors = List.of();
    private @Nullable String failure;
    /** Describes a part of the folder that is ignored while everything else serves. */
    private @Nullable String warning;
    /** Code whose start failed for a reason outside of the package, and is tried again. */
    private @Nullable PackageGeneration retried;

    private int failedStarts;
    private @Nullable Instant nextAttempt;
    private volatile boolean hasServed;

    private volatile PackageSnapshot snapshot;

    /** The reason why the folder's contents could not be used at all when they were last read. */
    private enum Rejection {
        NONE,
        CONTENTS,
        /** Another package has the same name, which it may have given up since. */
        NAME
    }

    /** A check whether a package whose code is loaded can start at the moment. Returns the reason if it cannot. */
    @FunctionalInterface
    interface StartCheck {
        Optional<String> of(PackageContents contents);
    }

    HostedPackage(
            Path folder,
            CodeLoader loader,
            ServiceStart services,
            UnavailablePackages unavailable,
            StartCheck startCheck,
            TrackerRegistry trackers,
            RetiredServices retirements,
            PackageLocks locks,
            StartRetries retries,
            Clock clock) {
        this.folder = folder;
        this.loader = loader;
        this.services = services;
        this.unavailable = unavailable;
        this.startCheck = startCheck;
        this.trackers = trackers;
        this.locks = locks;
        this.retries = retries;
        this.clock = clock;
        this.code = new ServedCode(retirements);
        this.snapshot = takeSnapshot();
    }

    Path folder() {
        return folder;
    }

    String folderName() {
        return folder.getFileName().toString();
    }

    PackageSnapshot snapshot() {
        return snapshot;
    }

    String name() {
        return newest == null
                ? folder.getFileName().toString()
                : newest.descriptor().name();
    }

    List<String> dependsOn() {
        return newest == null ? List.of() : newest.descriptor().dependsOn();
    }

    Optional<PackageGeneration> current() {
        return code.current();
    }

    /** Returns the contents that were last read, whether or not they could be loaded. */
    Optional<PackageContents> newest() {
        return Optional.ofNullable(newest);
    }

    /** Records contents that are to be loaded, because other packages may depend on it or have its name. */
    void setContents(PackageContents contents) {
        setNewest(contents);
        awaitsLoad = true;
        setState(state);
    }

    /**
     * Responds with 503 to requests for a package that has never been loaded, until it is. Without this, they would
     * receive 404.
     */
    void announceLoading() {
        boolean isLoading = awaitsLoad || state == PackageState.LOADING || state == PackageState.STARTING;
        if (!isLoading || !shouldServe || newest == null) return;
        isAnnounced = true;
        unavailable.announce(snapshot, newest);
    }

    /** Ends what {@link #announceLoading} did. */
    void endAnnouncement() {
        if (isAnnounced) unavailable.endAnnouncement(folder);
        isAnnounced = false;
    }

    /** Returns whether its contents are still to be loaded, or a dependency was replaced since they were. */
    boolean isStale(List<Optional<PackageGeneration>> dependencies) {
        if (newest == null || isRejected()) return false;
        return awaitsLoad || !loadersOf(dependencies).equals(loadersOf(loadedDependencies));
    }

    /** Compares class loaders, which are unique to a generation. Comparing contents would compare every source. */
    private static List<Optional<PackageClassLoader>> loadersOf(List<Optional<PackageGeneration>> generations) {
        return generations.stream()
                .map(generation -> generation.map(PackageGeneration::loader))
                .toList();
    }

    /** Loads the current contents of the folder. Starts them if the package serves or is meant to. */
    void load(PackageContents contents, List<PackageGeneration> dependencies) {
        setNewest(contents);
        loadedDependencies = dependencies.stream().map(Optional::of).toList();
        if (code.current().isEmpty()) setState(PackageState.LOADING);
        long startedNanos = System.nanoTime();
        switch (compileAndLink(contents, dependencies)) {
            case CodeLoadResult.Loaded(var generation) -> replaceBy(generation, startedNanos);
            case CodeLoadResult.NotCompiled(var broken) -> keepCurrent(broken, null, null);
            case CodeLoadResult.NotLoaded(var reason, var cause) -> keepCurrent(List.of(), reason, cause);
        }
    }

    /** Returns a snapshot of a package that was only tried with these contents. Does not change any route. */
    PackageSnapshot recordAttempt(PackageContents contents, List<CompileError> broken, String reason) {
        newest = contents;
        errors = broken;
        failure = reason.isEmpty() ? null : reason;
        setState(PackageState.LOAD_FAILED);
        return snapshot;
    }

    private void setNewest(PackageContents contents) {
        // Only the first time: later changes by operators take precedence.
        if (newest == null) shouldServe = contents.descriptor().startsWhenLoaded();
        newest = contents;
        awaitsLoad = false;
        rejection = Rejection.NONE;
        blocked = null;
        retried = null;
        failedStarts = 0;
        nextAttempt = null;
    }

    /** Everything that compilers and class loaders throw because of a package is a failure of that package only. */
    CodeLoadResult compileAndLink(PackageContents contents, List<PackageGeneration> dependencies) {
        int number = code.generationCount() + 1;
        try {
            return locks.runUnlocked(() -> loader.load(contents, number, dependencies));
        } catch (Throwable t) {
            PackageErrors.rethrowJvmErrors(t);
            return new CodeLoadResult.NotLoaded(
                    "its code could not be compiled or linked: " + PackageErrors.describe(t), t);
        }
    }

    /** Records why the folder's contents cannot be used at all. */
    void reject(String reason) {
        rejection = Rejection.CONTENTS;
        blocked = null;
        if (reason.equals(failure)) return;
        keepCurrent(List.of(), reason, null);
    }

    /** Rejects contents whose name belongs to another package. */
    void rejectName(String reason) {
        reject(reason);
        rejection = Rejection.NAME;
    }

    /** Returns whether the folder's contents could not be used at all when they were last read. */
    boolean isRejected() {
        return rejection != Rejection.NONE;
    }

    /** Returns whether the contents were rejected because of their name, which may be free by now. */
    boolean isNameTaken() {
        return rejection == Rejection.NAME;
    }

    /** Returns whether another package prevents that this one is loaded or started. */
    boolean isBlocked() {
        return isNameTaken() || (blocked != null && shouldServe);
    }

    /** Starts code that could not start because of another package. Returns whether it serves now. */
    boolean startBlocked() {
        PackageGeneration waiting = blocked;
        if (waiting == null || !shouldServe) return false;
        start(waiting, System.nanoTime());
        return blocked == null;
    }

    /**
     * Tries a start again that failed for a reason outside of the package, unless something has changed since.
     *
     * @param stillRuns whether code of an earlier attempt is still running. Another attempt would only add a thread
     */
    void retryStart(boolean stillRuns) {
        PackageGeneration waiting = retried;
        if (waiting == null || !shouldServe) return;
        if (stillRuns) {
            scheduleRetry(waiting);
            setState(state);
            return;
        }
        retried = null;
        start(waiting, System.nanoTime());
    }

    /** Returns whether any version of this package has served since the server started. */
    boolean hasServed() {
        return hasServed;
    }

    /** Returns whether operators want this package to serve. */
    boolean shouldServe() {
        return shouldServe;
    }

    /** Returns its health checks; none while it does not serve. */
    HealthChecks health() {
        return code.health();
    }

    /**
     * Records contents that cannot be loaded before another package is.
     *
     * @param dependencies those that are available
     */
    void recordMissingDependency(
            PackageContents contents, List<Optional<PackageGeneration>> dependencies, String reason) {
        setNewest(contents);
        loadedDependencies = dependencies;
        keepCurrent(List.of(), reason, null);
    }

    /** Returns to contents that serve, after the attempt to replace them was undone. */
    void recover(PackageContents contents) {
        setNewest(contents);
        errors = List.of();
        failure = null;
        setState(state);
    }

    /** Starts the package. It also starts after each reload from now on. */
    void start() {
        shouldServe = true;
        if (state == PackageState.STARTED) return;
        code.current().ifPresent(loaded -> start(loaded, System.nanoTime()));
    }

    /** Stops the package until it is started again. Its code stays loaded. */
    void stop() {
        shouldServe = false;
        retried = null;
        nextAttempt = null;
        if (state == PackageState.STARTED || state == PackageState.START_FAILED) {
            setState(PackageState.STOPPING);
            unavailable.withdraw(folder);
            services.withdrawFilters(folder.getFileName().toString());
            stopCode();
            trackers.unregister(name());
            services.releaseResources(folderName());
            warning = null;
            setState(PackageState.LOADED);
            PackageLog.stopped(name());
        }
    }

    /** Stop hooks and requests in flight may take long. */
    private void stopCode() {
        locks.runUnlocked(() -> {
            code.stop();
            return true;
        });
    }

    /** Stops the services when the server stops. Their routes stay, since the server no longer accepts requests. */
    void shutDown(Duration max) {
        code.shutDown(max);
    }

    boolean hasStopHooks() {
        return code.hasStopHooks();
    }

    /** Releases everything. The package is not used again. */
    void unload() {
        stop();
        unavailable.withdraw(folder);
        stopCode();
        code.release();
        blocked = null;
        setState(PackageState.UNLOADED);
        PackageLog.unloaded(name());
    }

    private void replaceBy(PackageGeneration generation, long startedNanos) {
        errors = List.of();
        failure = null;
        if (shouldServe) {
            start(generation, startedNanos);
            return;
        }
        code.replaceIdle(generation);
        unavailable.withdraw(folder);
        setState(PackageState.LOADED);
        PackageLog.loaded(name(), startedNanos);
    }

    private void start(PackageGeneration generation, long startedNanos) {
        boolean serves = state == PackageState.STARTED;
        if (!serves) setState(PackageState.STARTING);
        try {
            code.replaceAndServe(generation, publish(generation));
            blocked = null;
            retried = null;
            failedStarts = 0;
            nextAttempt = null;
            failure = null;
            hasServed = true;
            track(generation.contents());
            setState(PackageState.STARTED);
            PackageLog.started(name(), generation, code.routes(), startedNanos);
        } catch (NotStartedException e) {
            Duration pause = ExternalFailure.isIn(e) ? scheduleRetry(generation) : Duration.ZERO;
            if (!pause.isZero() || !Objects.equals(e.getMessage(), failure)) {
                PackageLog.notStarted(name(), e, pause, failedStarts == 1);
            }
            failure = e.getMessage();
            blocked = e.isTemporary() ? generation : null;
            if (serves) {
                setState(PackageState.STARTED);
                return;
            }
            code.replaceIdle(generation);
            publishFailure(PackageState.START_FAILED);
        }
    }

    private Duration scheduleRetry(PackageGeneration generation) {
        Duration pause = StartRetries.pauseAfter(++failedStarts);
        retried = generation;
        nextAttempt = clock.instant().plus(pause);
        retries.schedule(this, pause);
        return pause;
    }

    private void track(PackageContents contents) {
        String problem = trackers.register(contents.descriptor().name(), bytes(contents.trackers()))
                .orElse(null);
        if (problem != null && !problem.equals(warning)) PackageLog.partlyIgnored(name(), problem);
        warning = problem;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** Everything that a service throws while it is created is a failure of its package only. */
    private ServiceStart.StartResult publish(PackageGeneration generation) throws NotStartedException {
        Optional<String> obstacle = startCheck.of(generation.contents());
        if (obstacle.isPresent()) throw NotStartedException.temporary(obstacle.get());
        try {
            return locks.runUnlocked(() -> services.start(generation));
        } catch (NotStartedException e) {
            throw e;
        } catch (Throwable t) {
            PackageErrors.rethrowJvmErrors(t);
            throw new NotStartedException("its services could not be created: " + PackageErrors.describe(t), t);
        }
    }

    private void keepCurrent(List<CompileError> broken, @Nullable String reason, @Nullable Throwable cause) {
        errors = broken;
        failure = reason;
        PackageLog.notLoaded(name(), code.current(), broken, reason, cause);
        if (code.current().isPresent()) {
            setState(state);
            return;
        }
        publishFailure(PackageState.LOAD_FAILED);
    }

    private void publishFailure(PackageState failed) {
        setState(failed);
        if (shouldServe) unavailable.publish(snapshot, newest);
    }

    private void setState(PackageState next) {
        state = next;
        snapshot = takeSnapshot();
    }

    private PackageSnapshot takeSnapshot() {
        PackageDescriptor descriptor = newest == null ? null : newest.descriptor();
        Optional<PackageGeneration> current = code.current();
        return new PackageSnapshot(
                name(),
                descriptor == null ? "" : descriptor.version(),
                state,
                descriptor == null ? name() : descriptor.contextPath(),
                folder,
                current.map(generation -> generation.classes().topLevelNames()).orElse(List.of()),
                code.routes(),
                current.map(generation -> generation.contents().hasWeb()).orElse(false),
                current.map(PackageGeneration::loadedAt),
                code.generationCount(),
                errors,
                Optional.ofNullable(failure),
                descriptor == null || descriptor.required(),
                Optional.ofNullable(nextAttempt),
                Optional.ofNullable(warning));
    }
}

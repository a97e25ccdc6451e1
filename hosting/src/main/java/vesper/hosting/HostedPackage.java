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
 * {@link ChangeTurns}. Any thread may read its snapshot.
 */
final class HostedPackage {
    private final Path folder;
    private final CodeLoader loader;
    private final ServiceStart services;
    private final Unserved unserved;
    private final Hindrance hindrance;
    private final Trackers trackers;
    private final ChangeTurns turns;
    private final StartRetries retries;
    private final Clock clock;
    private final ServedCode code;

    private PackageState state = PackageState.LOADING;
    private @Nullable PackageContents newest;
    /** Code that is loaded but cannot start: another package has the same routes, or a dependency has not started. */
    private @Nullable Generation blocked;
    /** The generations of the dependencies when this package was last loaded, or failed to load. */
    private List<Optional<Generation>> seenDependencies = List.of();

    private Refusal refusal = Refusal.NONE;
    private boolean wantsToServe = true;
    private List<CompileError> errors = List.of();
    private @Nullable String failure;
    /** Describes a part of the folder that is ignored while everything else serves. */
    private @Nullable String warning;
    /** Code whose start failed for a reason outside of the package, and is tried again. */
    private @Nullable Generation retried;

    private int failedStarts;
    private @Nullable Instant nextAttempt;
    private volatile boolean hasServed;

    private volatile PackageSnapshot snapshot;

    /** The reason why the folder's contents could not be used at all when they were last read. */
    private enum Refusal {
        NONE,
        CONTENTS,
        /** Another package has the same name, which it may have given up since. */
        NAME
    }

    /** A check whether a package whose code is loaded can start at the moment. Returns the reason if it cannot. */
    @FunctionalInterface
    interface Hindrance {
        Optional<String> of(PackageContents contents);
    }

    HostedPackage(
            Path folder,
            CodeLoader loader,
            ServiceStart services,
            Unserved unserved,
            Hindrance hindrance,
            Trackers trackers,
            Retirements retirements,
            ChangeTurns turns,
            StartRetries retries,
            Clock clock) {
        this.folder = folder;
        this.loader = loader;
        this.services = services;
        this.unserved = unserved;
        this.hindrance = hindrance;
        this.trackers = trackers;
        this.turns = turns;
        this.retries = retries;
        this.clock = clock;
        this.code = new ServedCode(retirements);
        this.snapshot = takeSnapshot();
    }

    Path folder() {
        return folder;
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

    Optional<Generation> current() {
        return code.current();
    }

    /** Returns the contents that were last read, whether or not they could be loaded. */
    Optional<PackageContents> newest() {
        return Optional.ofNullable(newest);
    }

    /**
     * Records the folder's contents before they are loaded, because other packages may depend on it or have its name.
     */
    void announce(PackageContents contents) {
        begin(contents);
        enter(state);
    }

    /** Returns whether a dependency has been replaced since this package was last loaded. */
    boolean isStale(List<Optional<Generation>> dependencies) {
        if (newest == null || isRefused()) return false;
        return !loadersOf(dependencies).equals(loadersOf(seenDependencies));
    }

    /** Compares class loaders, which are unique to a generation. Comparing contents would compare every source. */
    private static List<Optional<PackageClassLoader>> loadersOf(List<Optional<Generation>> generations) {
        return generations.stream()
                .map(generation -> generation.map(Generation::loader))
                .toList();
    }

    /** Loads the current contents of the folder. Starts them if the package serves or is meant to. */
    void take(PackageContents contents, List<Generation> dependencies) {
        begin(contents);
        seenDependencies = dependencies.stream().map(Optional::of).toList();
        if (code.current().isEmpty()) enter(PackageState.LOADING);
        long startedNanos = System.nanoTime();
        switch (load(contents, dependencies)) {
            case Loading.Loaded(var generation) -> replaceBy(generation, startedNanos);
            case Loading.NotCompiled(var broken) -> keepOld(broken, null, null);
            case Loading.NotLoaded(var reason, var cause) -> keepOld(List.of(), reason, cause);
        }
    }

    /** Returns a snapshot of a package that was only tried with these contents. Does not change any route. */
    PackageSnapshot tried(PackageContents contents, List<CompileError> broken, String reason) {
        newest = contents;
        errors = broken;
        failure = reason.isEmpty() ? null : reason;
        enter(PackageState.LOAD_FAILED);
        return snapshot;
    }

    private void begin(PackageContents contents) {
        // Only the first time: later changes by operators take precedence.
        if (newest == null) wantsToServe = contents.descriptor().startsWhenLoaded();
        newest = contents;
        refusal = Refusal.NONE;
        blocked = null;
        retried = null;
        failedStarts = 0;
        nextAttempt = null;
    }

    /** Everything that compilers and class loaders throw because of a package is a failure of that package only. */
    Loading load(PackageContents contents, List<Generation> dependencies) {
        int number = code.generations() + 1;
        try {
            return turns.apart(() -> loader.load(contents, number, dependencies));
        } catch (Throwable t) {
            Thrown.passOn(t);
            return new Loading.NotLoaded("its code could not be compiled or linked: " + Thrown.text(t), t);
        }
    }

    /** Records why the folder's contents cannot be used at all. */
    void refuse(String reason) {
        refusal = Refusal.CONTENTS;
        blocked = null;
        if (reason.equals(failure)) return;
        keepOld(List.of(), reason, null);
    }

    /** Rejects contents whose name belongs to another package. */
    void refuseName(String reason) {
        refuse(reason);
        refusal = Refusal.NAME;
    }

    /** Returns whether the folder's contents could not be used at all when they were last read. */
    boolean isRefused() {
        return refusal != Refusal.NONE;
    }

    /** Returns whether the contents were rejected because of their name, which may be free by now. */
    boolean isNameTaken() {
        return refusal == Refusal.NAME;
    }

    /** Starts code that could not start because of another package. Returns whether it serves now. */
    boolean startBlocked() {
        Generation waiting = blocked;
        if (waiting == null || !wantsToServe) return false;
        start(waiting, System.nanoTime());
        return blocked == null;
    }

    /**
     * Tries a start again that failed for a reason outside of the package, unless something has changed since.
     *
     * @param stillRuns whether code of an earlier attempt is still running. Another attempt would only add a thread
     */
    void retryStart(boolean stillRuns) {
        Generation waiting = retried;
        if (waiting == null || !wantsToServe) return;
        if (stillRuns) {
            scheduleRetry(waiting);
            enter(state);
            return;
        }
        retried = null;
        start(waiting, System.nanoTime());
    }

    /** Returns whether this package has served since the server started, in whatever version. */
    boolean hasServed() {
        return hasServed;
    }

    /** Returns whether operators want this package to serve. */
    boolean wantsToServe() {
        return wantsToServe;
    }

    /** Returns the current problems that its health checks report. */
    List<String> healthProblems() {
        return code.health().problems();
    }

    /**
     * Records contents that cannot be loaded before another package is.
     *
     * @param dependencies those that are available
     */
    void lack(PackageContents contents, List<Optional<Generation>> dependencies, String reason) {
        begin(contents);
        seenDependencies = dependencies;
        keepOld(List.of(), reason, null);
    }

    /** Returns to contents that serve, after the attempt to replace them was undone. */
    void forgive(PackageContents contents) {
        begin(contents);
        errors = List.of();
        failure = null;
        enter(state);
    }

    /** Starts the package. It also starts after each reload from now on. */
    void start() {
        wantsToServe = true;
        if (state == PackageState.STARTED) return;
        code.current().ifPresent(loaded -> start(loaded, System.nanoTime()));
    }

    /** Stops the package until it is started again. Its code stays loaded. */
    void stop() {
        wantsToServe = false;
        retried = null;
        nextAttempt = null;
        if (state == PackageState.STARTED || state == PackageState.START_FAILED) {
            enter(PackageState.STOPPING);
            unserved.withdraw(folder);
            stopCode();
            trackers.servesNoMore(name());
            services.stopped(name());
            warning = null;
            enter(PackageState.LOADED);
            PackageLog.stopped(name());
        }
    }

    /** Stop hooks and requests in flight may take long. */
    private void stopCode() {
        turns.apart(() -> {
            code.stop();
            return true;
        });
    }

    /** Stops the services when the server stops. Their routes stay, since the server no longer accepts requests. */
    void end(Duration longest) {
        code.end(longest);
    }

    boolean hasStopHooks() {
        return code.hasStopHooks();
    }

    /** Releases everything. The package is not used again. */
    void unload() {
        stop();
        unserved.withdraw(folder);
        stopCode();
        code.forget();
        blocked = null;
        enter(PackageState.UNLOADED);
        PackageLog.unloaded(name());
    }

    private void replaceBy(Generation generation, long startedNanos) {
        errors = List.of();
        failure = null;
        if (wantsToServe) {
            start(generation, startedNanos);
            return;
        }
        code.keep(generation);
        unserved.withdraw(folder);
        enter(PackageState.LOADED);
        PackageLog.loaded(name(), startedNanos);
    }

    private void start(Generation generation, long startedNanos) {
        boolean serves = state == PackageState.STARTED;
        if (!serves) enter(PackageState.STARTING);
        try {
            code.serve(generation, publish(generation));
            blocked = null;
            retried = null;
            failedStarts = 0;
            nextAttempt = null;
            failure = null;
            hasServed = true;
            track(generation.contents());
            enter(PackageState.STARTED);
            PackageLog.started(name(), generation, code.routes(), startedNanos);
        } catch (NotStartedException e) {
            Duration pause = OutsideFailure.isIn(e) ? scheduleRetry(generation) : Duration.ZERO;
            if (!pause.isZero() || !Objects.equals(e.getMessage(), failure)) {
                PackageLog.notStarted(name(), e, pause, failedStarts == 1);
            }
            failure = e.getMessage();
            blocked = e.isForNow() ? generation : null;
            if (serves) {
                enter(PackageState.STARTED);
                return;
            }
            code.keep(generation);
            cannotServe(PackageState.START_FAILED);
        }
    }

    private Duration scheduleRetry(Generation generation) {
        Duration pause = StartRetries.pauseAfter(++failedStarts);
        retried = generation;
        nextAttempt = clock.instant().plus(pause);
        retries.schedule(this, pause);
        return pause;
    }

    private void track(PackageContents contents) {
        String problem = trackers.serves(contents.descriptor().name(), bytes(contents.trackers()))
                .orElse(null);
        if (problem != null && !problem.equals(warning)) PackageLog.leftAside(name(), problem);
        warning = problem;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** Everything that a service throws while it is created is a failure of its package only. */
    private ServiceStart.Started publish(Generation generation) throws NotStartedException {
        Optional<String> hindered = hindrance.of(generation.contents());
        if (hindered.isPresent()) throw NotStartedException.forNow(hindered.get());
        try {
            return turns.apart(() -> services.start(generation));
        } catch (NotStartedException e) {
            throw e;
        } catch (Throwable t) {
            Thrown.passOn(t);
            throw new NotStartedException("its services could not be made: " + Thrown.text(t), t);
        }
    }

    private void keepOld(List<CompileError> broken, @Nullable String reason, @Nullable Throwable cause) {
        errors = broken;
        failure = reason;
        PackageLog.notLoaded(name(), code.current(), broken, reason, cause);
        if (code.current().isPresent()) {
            enter(state);
            return;
        }
        cannotServe(PackageState.LOAD_FAILED);
    }

    private void cannotServe(PackageState failed) {
        enter(failed);
        if (wantsToServe) unserved.explain(snapshot, newest);
    }

    private void enter(PackageState next) {
        state = next;
        snapshot = takeSnapshot();
    }

    private PackageSnapshot takeSnapshot() {
        PackageDescriptor descriptor = newest == null ? null : newest.descriptor();
        Optional<Generation> current = code.current();
        return new PackageSnapshot(
                name(),
                descriptor == null ? "" : descriptor.version(),
                state,
                descriptor == null ? name() : descriptor.contextPath(),
                folder,
                current.map(there -> there.classes().topLevelNames()).orElse(List.of()),
                code.routes(),
                current.map(there -> there.contents().hasWeb()).orElse(false),
                current.map(Generation::loadedAt),
                code.generations(),
                errors,
                Optional.ofNullable(failure),
                descriptor == null || descriptor.required(),
                Optional.ofNullable(nextAttempt),
                Optional.ofNullable(warning));
    }
}

package vesper.hosting;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.hosting.compiling.CompileError;

/**
 * One package folder and what has become of it.
 *
 * <p>What serves is replaced only by something that serves: new code is loaded and started beside the old, and takes
 * its place at once or not at all. One thread at a time changes it, in its {@linkplain ChangeTurns turn}; any thread reads
 * its snapshot.
 */
final class HostedPackage {
    private final Path folder;
    private final CodeLoader loader;
    private final ServiceStart services;
    private final Unserved unserved;
    private final Hindrance hindrance;
    private final Trackers trackers;
    private final ChangeTurns turns;
    private final ServedCode code;

    private PackageState state = PackageState.LOADING;
    private @Nullable PackageContents newest;
    /** Loaded, but another package answers what it would answer, or one that it depends on has not started. */
    private @Nullable Generation blocked;
    /** What the packages that this one depends on were when it was last loaded, or tried to be. */
    private List<Optional<Generation>> seenDependencies = List.of();

    private Refusal refusal = Refusal.NONE;
    private boolean wantsToServe = true;
    private List<CompileError> errors = List.of();
    private @Nullable String failure;
    /** What of the folder is left aside, while everything else of it serves. */
    private @Nullable String warning;

    private volatile PackageSnapshot snapshot;

    /** Whether what the folder held when it was last looked at could be taken up at all. */
    private enum Refusal {
        NONE,
        CONTENTS,
        /** Another package has their name, which may be free by now. */
        NAME
    }

    /** Why a package cannot start at the moment, though its code is loaded. */
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
            ChangeTurns turns) {
        this.folder = folder;
        this.loader = loader;
        this.services = services;
        this.unserved = unserved;
        this.hindrance = hindrance;
        this.trackers = trackers;
        this.turns = turns;
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

    /** The contents that were last taken up, whether they could be loaded or not. */
    Optional<PackageContents> newest() {
        return Optional.ofNullable(newest);
    }

    /** Says what the folder holds, before it is loaded: others may depend on it or have its name. */
    void announce(PackageContents contents) {
        begin(contents);
        enter(state);
    }

    /** Whether the packages that this one depends on are others than when it was last loaded. */
    boolean isStale(List<Optional<Generation>> dependencies) {
        if (newest == null || isRefused()) return false;
        return !loadersOf(dependencies).equals(loadersOf(seenDependencies));
    }

    /** Each version of a package has its own; comparing the contents would compare every source. */
    private static List<Optional<PackageClassLoader>> loadersOf(List<Optional<Generation>> generations) {
        return generations.stream()
                .map(generation -> generation.map(Generation::loader))
                .toList();
    }

    /** Takes up what the folder holds now: loads it and, if the package serves or is to serve, starts it. */
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

    /** How a package of these contents would be; nothing is served or taken away for it. */
    PackageSnapshot tried(PackageContents contents, List<CompileError> broken, String reason) {
        newest = contents;
        errors = broken;
        failure = reason.isEmpty() ? null : reason;
        enter(PackageState.LOAD_FAILED);
        return snapshot;
    }

    private void begin(PackageContents contents) {
        // Later it is as people left it.
        if (newest == null) wantsToServe = contents.descriptor().startsWhenLoaded();
        newest = contents;
        refusal = Refusal.NONE;
        blocked = null;
    }

    /** Whatever a package makes compilers and class loaders throw is its failure, and nobody else's. */
    Loading load(PackageContents contents, List<Generation> dependencies) {
        int number = code.generations() + 1;
        try {
            return turns.apart(() -> loader.load(contents, number, dependencies));
        } catch (Throwable t) {
            Thrown.passOn(t);
            return new Loading.NotLoaded("its code could not be compiled or linked: " + Thrown.text(t), t);
        }
    }

    /** Says why the folder's contents cannot be taken up at all. */
    void refuse(String reason) {
        refusal = Refusal.CONTENTS;
        blocked = null;
        if (reason.equals(failure)) return;
        keepOld(List.of(), reason, null);
    }

    /** Refuses contents whose name another package has. */
    void refuseName(String reason) {
        refuse(reason);
        refusal = Refusal.NAME;
    }

    /** Whether the folder held, when it was last looked at, what could not be taken up at all. */
    boolean isRefused() {
        return refusal != Refusal.NONE;
    }

    /** Whether the folder's contents were refused for their name, which may be free by now. */
    boolean isNameTaken() {
        return refusal == Refusal.NAME;
    }

    /** Starts what could not be started because another package answered the same; says whether it serves now. */
    boolean startBlocked() {
        Generation waiting = blocked;
        if (waiting == null || !wantsToServe) return false;
        start(waiting, System.nanoTime());
        return blocked == null;
    }

    /**
     * Takes up contents that cannot be loaded before another package is.
     *
     * @param dependencies those that are there
     */
    void lack(PackageContents contents, List<Optional<Generation>> dependencies, String reason) {
        begin(contents);
        seenDependencies = dependencies;
        keepOld(List.of(), reason, null);
    }

    /** Goes back to contents that serve: what was tried in their place has been taken away again. */
    void forgive(PackageContents contents) {
        begin(contents);
        errors = List.of();
        failure = null;
        enter(state);
    }

    /** Serves, from now on and after each reload. */
    void start() {
        wantsToServe = true;
        if (state == PackageState.STARTED) return;
        code.current().ifPresent(loaded -> start(loaded, System.nanoTime()));
    }

    /** Serves no more until it is started; its code stays loaded. */
    void stop() {
        wantsToServe = false;
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

    /** Its stop hooks take as long as they like, and so do requests in flight. */
    private void stopCode() {
        turns.apart(() -> {
            code.stop();
            return true;
        });
    }

    /** Stops what serves, with the server: its routes stay, since requests find nobody who listens. */
    void end(Duration longest) {
        code.end(longest);
    }

    boolean hasStopHooks() {
        return code.hasStopHooks();
    }

    /** Lets go of everything; the package is not used again. */
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
            failure = null;
            track(generation.contents());
            enter(PackageState.STARTED);
            PackageLog.started(name(), generation, code.routes(), startedNanos);
        } catch (NotStartedException e) {
            if (!Objects.equals(e.getMessage(), failure)) PackageLog.notStarted(name(), e);
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

    /** Whatever a service throws while it is made is its package's failure, and nobody else's. */
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
                Optional.ofNullable(warning));
    }
}

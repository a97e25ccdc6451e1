package vesper.hosting;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.hosting.compiling.CompileError;

/**
 * One package folder and what has become of it.
 *
 * <p>What serves is replaced only by something that serves: new code is loaded and started beside the old, and takes
 * its place at once or not at all. One thread at a time changes it; any thread reads its snapshot.
 */
final class HostedPackage {
    private static final Logger LOG = LoggerFactory.getLogger(HostedPackage.class);

    private final Path folder;
    private final CodeLoader loader;
    private final ServiceStart services;
    private final Unserved unserved;
    private final Hindrance hindrance;
    private final Retirements retirements;

    private PackageState state = PackageState.LOADING;
    private @Nullable PackageContents newest;
    private @Nullable Generation current;
    /** What serves; stopped when something else does. Any thread asks whether it wants to be told. */
    private volatile @Nullable RunningServices running;
    /** Loaded, but another package answers what it would answer, or one that it depends on has not started. */
    private @Nullable Generation blocked;
    /** What the packages that this one depends on were when it was last loaded, or tried to be. */
    private List<Optional<Generation>> seenDependencies = List.of();

    private boolean refused;
    private boolean nameTaken;
    private boolean wantsToServe = true;
    private boolean known;
    private int routes;
    private int generations;
    private List<CompileError> errors = List.of();
    private @Nullable String failure;
    private volatile PackageSnapshot snapshot;

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
            Retirements retirements) {
        this.folder = folder;
        this.loader = loader;
        this.services = services;
        this.unserved = unserved;
        this.hindrance = hindrance;
        this.retirements = retirements;
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
        return Optional.ofNullable(current);
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
        if (newest == null || refused) return false;
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
        if (current == null) enter(PackageState.LOADING);
        long startedNanos = System.nanoTime();
        switch (load(contents, dependencies)) {
            case Loading.Loaded(var generation) -> replaceBy(generation, startedNanos);
            case Loading.NotCompiled(var broken) -> keepOld(broken, null, null, "");
            case Loading.NotLoaded(var reason, var cause) -> keepOld(List.of(), reason, cause, "");
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
        if (!known) wantsToServe = contents.descriptor().startsWhenLoaded();
        known = true;
        newest = contents;
        refused = false;
        nameTaken = false;
        blocked = null;
    }

    /** Whatever a package makes compilers and class loaders throw is its failure, and nobody else's. */
    Loading load(PackageContents contents, List<Generation> dependencies) {
        try {
            return loader.load(contents, generations + 1, dependencies);
        } catch (Throwable t) {
            Thrown.passOn(t);
            return new Loading.NotLoaded("its code could not be compiled or linked: " + Thrown.text(t), t);
        }
    }

    /** Says why the folder's contents cannot be taken up at all; clients are told too. */
    void refuse(String reason) {
        refuse(reason, reason);
    }

    /** As {@link #refuse}, for a reason that speaks of the server's disk, which is not for clients. */
    void refuseUnread(String reason) {
        refuse(reason, "");
    }

    private void refuse(String reason, String forClients) {
        refused = true;
        nameTaken = false;
        blocked = null;
        if (reason.equals(failure)) return;
        keepOld(List.of(), reason, null, forClients);
    }

    /** Refuses contents whose name another package has. */
    void refuseName(String reason) {
        refuse(reason);
        nameTaken = true;
    }

    /** Whether the folder held, when it was last looked at, what could not be taken up at all. */
    boolean isRefused() {
        return refused;
    }

    /** Whether the folder's contents were refused for their name, which may be free by now. */
    boolean isNameTaken() {
        return nameTaken;
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
        keepOld(List.of(), reason, null, reason);
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
        Generation loaded = current;
        if (loaded == null || state == PackageState.STARTED) return;
        start(loaded, System.nanoTime());
    }

    /** Serves no more until it is started; its code stays loaded. */
    void stop() {
        wantsToServe = false;
        if (state == PackageState.STARTED || state == PackageState.START_FAILED) {
            enter(PackageState.STOPPING);
            withdraw();
            stopServices();
            enter(PackageState.LOADED);
            LOG.info("{} stopped", name());
        }
    }

    /** Stops what serves, with the server: its routes stay, since requests find nobody who listens. */
    void end(Duration longest) {
        RunningServices ending = running;
        if (ending != null) ending.end(longest);
        running = null;
    }

    boolean hasStopHooks() {
        RunningServices serving = running;
        return serving != null && serving.hasStopHooks();
    }

    private void stopServices() {
        RunningServices stopping = running;
        if (stopping != null) stopping.stop();
        running = null;
    }

    /** Lets go of everything; the package is not used again. */
    void unload() {
        stop();
        withdraw();
        stopServices();
        if (current != null) Retirement.forget(current);
        current = null;
        blocked = null;
        enter(PackageState.UNLOADED);
        LOG.info("{} unloaded", name());
    }

    private void replaceBy(Generation generation, long startedNanos) {
        errors = List.of();
        failure = null;
        if (wantsToServe) {
            start(generation, startedNanos);
            return;
        }
        become(generation, null);
        withdraw();
        enter(PackageState.LOADED);
        LOG.info("{} loaded in {} ms", name(), millisSince(startedNanos));
    }

    private void tell(NotStartedException e) {
        if (isSaidByRest(e.getCause())) LOG.warn("{} could not be started: {}", name(), e.getMessage());
        else LOG.warn("{} could not be started: {}", name(), e.getMessage(), e.getCause());
    }

    /** Of an annotation that cannot be understood the message says it all; its stack would only lead into Vesper. */
    private static boolean isSaidByRest(@Nullable Throwable cause) {
        if (!(cause instanceof IllegalArgumentException)) return false;
        StackTraceElement[] stack = cause.getStackTrace();
        return stack.length > 0 && stack[0].getClassName().startsWith("vesper.rest.");
    }

    private void start(Generation generation, long startedNanos) {
        boolean serves = state == PackageState.STARTED;
        if (!serves) enter(PackageState.STARTING);
        try {
            ServiceStart.Started started = publish(generation);
            routes = started.routes();
            become(generation, started.services());
            blocked = null;
            failure = null;
            enter(PackageState.STARTED);
            LOG.info("{} started in {} ms, routes: {}", name(), millisSince(startedNanos), routes);
            if (routes == 0 && !generation.contents().hasWeb())
                LOG.warn(
                        "{} serves nothing: there is no class with @RestController and routes in code/, and no web/",
                        name());
        } catch (NotStartedException e) {
            if (!Objects.equals(e.getMessage(), failure)) tell(e);
            failure = e.getMessage();
            blocked = e.isForNow() ? generation : null;
            if (serves) {
                enter(PackageState.STARTED);
                return;
            }
            become(generation, null);
            cannotServe(PackageState.START_FAILED, "");
        }
    }

    /** Whatever a service throws while it is made is its package's failure, and nobody else's. */
    private ServiceStart.Started publish(Generation generation) throws NotStartedException {
        Optional<String> hindered = hindrance.of(generation.contents());
        if (hindered.isPresent()) throw NotStartedException.forNow(hindered.get());
        try {
            return services.start(generation);
        } catch (NotStartedException e) {
            throw e;
        } catch (Throwable t) {
            Thrown.passOn(t);
            throw new NotStartedException("its services could not be made: " + Thrown.text(t), t);
        }
    }

    /** The services that served are stopped after those that serve now have started. */
    private void become(Generation generation, @Nullable RunningServices services) {
        Generation replaced = current;
        RunningServices stopping = running;
        generations = generation.number();
        current = generation;
        running = services;
        boolean isOther = replaced != null && replaced.number() != generation.number();
        if (stopping != null) retirements.add(stopping, isOther ? replaced : null);
        else if (replaced != null && isOther) Retirement.forget(replaced);
    }

    private void keepOld(
            List<CompileError> broken, @Nullable String reason, @Nullable Throwable cause, String forClients) {
        errors = broken;
        failure = reason;
        log(broken, reason, cause);
        if (current != null) {
            enter(state);
            return;
        }
        cannotServe(PackageState.LOAD_FAILED, forClients);
    }

    private void log(List<CompileError> broken, @Nullable String reason, @Nullable Throwable cause) {
        String meanwhile = current == null ? "" : "; generation " + current.number() + " stays";
        if (reason != null) LOG.error("{} cannot be loaded{}: {}", name(), meanwhile, reason, cause);
        for (CompileError error : broken) {
            LOG.error("{} does not compile{}: {}\n{}", name(), meanwhile, error, error.excerpt());
        }
    }

    private void cannotServe(PackageState failed, String forClients) {
        routes = 0;
        enter(failed);
        if (wantsToServe) unserved.explain(snapshot, newest, forClients);
    }

    private void withdraw() {
        unserved.withdraw(folder);
        routes = 0;
    }

    private void enter(PackageState next) {
        state = next;
        snapshot = takeSnapshot();
    }

    private PackageSnapshot takeSnapshot() {
        PackageDescriptor descriptor = newest == null ? null : newest.descriptor();
        return new PackageSnapshot(
                name(),
                descriptor == null ? "" : descriptor.version(),
                state,
                descriptor == null ? name() : descriptor.contextPath(),
                folder,
                current == null ? List.of() : current.classes().topLevelNames(),
                routes,
                current != null && current.contents().hasWeb(),
                Optional.ofNullable(current).map(Generation::loadedAt),
                generations,
                errors,
                Optional.ofNullable(failure));
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}

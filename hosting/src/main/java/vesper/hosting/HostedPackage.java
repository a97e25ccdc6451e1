package vesper.hosting;

import java.nio.file.Path;
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

    private PackageState state = PackageState.LOADING;
    private @Nullable PackageContents newest;
    private @Nullable Generation current;
    /** Loaded, but another package answers what it would answer. */
    private @Nullable Generation blocked;

    private boolean refused;
    private boolean nameTaken;
    private boolean wantsToServe = true;
    private boolean known;
    private int routes;
    private int generations;
    private List<CompileError> errors = List.of();
    private @Nullable String failure;
    private volatile PackageSnapshot snapshot;

    HostedPackage(Path folder, CodeLoader loader, ServiceStart services, Unserved unserved) {
        this.folder = folder;
        this.loader = loader;
        this.services = services;
        this.unserved = unserved;
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

    /** Takes up what the folder holds now: loads it and, if the package serves or is to serve, starts it. */
    void take(PackageContents contents, List<Generation> dependencies) {
        if (!known) wantsToServe = contents.descriptor().startsWhenLoaded();
        known = true;
        begin(contents);
        if (current == null) enter(PackageState.LOADING);
        long startedNanos = System.nanoTime();
        switch (load(contents, dependencies)) {
            case Loading.Loaded(var generation) -> replaceBy(generation, startedNanos);
            case Loading.NotCompiled(var broken) -> keepOld(broken, null, null);
            case Loading.NotLoaded(var reason, var cause) -> keepOld(List.of(), reason, cause);
        }
    }

    private void begin(PackageContents contents) {
        newest = contents;
        refused = false;
        nameTaken = false;
        blocked = null;
    }

    /** Whatever a package makes compilers and class loaders throw is its failure, and nobody else's. */
    private Loading load(PackageContents contents, List<Generation> dependencies) {
        try {
            return loader.load(contents, generations + 1, dependencies);
        } catch (Throwable t) {
            Thrown.passOn(t);
            return new Loading.NotLoaded("its code could not be compiled or linked: " + Thrown.text(t), t);
        }
    }

    /** Says why the folder's contents cannot be taken up at all. */
    void refuse(String reason) {
        refused = true;
        nameTaken = false;
        blocked = null;
        if (reason.equals(failure)) return;
        keepOld(List.of(), reason, null);
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

    /** Takes up contents that cannot be loaded before another package is. */
    void lack(PackageContents contents, String dependency) {
        begin(contents);
        keepOld(List.of(), "it depends on " + dependency + ", which is not loaded", null);
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
            enter(PackageState.LOADED);
            LOG.info("{} stopped", name());
        }
    }

    /** Lets go of everything; the package is not used again. */
    void unload() {
        stop();
        withdraw();
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
        become(generation);
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
            routes = publish(generation);
            become(generation);
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
            blocked = e.isAtOthersPlace() ? generation : null;
            if (serves) {
                enter(PackageState.STARTED);
                return;
            }
            become(generation);
            cannotServe(PackageState.START_FAILED);
        }
    }

    /** Whatever a service throws while it is made is its package's failure, and nobody else's. */
    private int publish(Generation generation) throws NotStartedException {
        try {
            return services.start(generation);
        } catch (NotStartedException e) {
            throw e;
        } catch (Throwable t) {
            Thrown.passOn(t);
            throw new NotStartedException("its services could not be made: " + Thrown.text(t), t);
        }
    }

    private void become(Generation generation) {
        Generation replaced = current;
        generations = generation.number();
        current = generation;
        if (replaced != null && replaced.number() != generation.number()) Retirement.forget(replaced);
    }

    private void keepOld(List<CompileError> broken, @Nullable String reason, @Nullable Throwable cause) {
        errors = broken;
        failure = reason;
        log(broken, reason, cause);
        if (current != null) {
            enter(state);
            return;
        }
        cannotServe(PackageState.LOAD_FAILED);
    }

    private void log(List<CompileError> broken, @Nullable String reason, @Nullable Throwable cause) {
        String meanwhile = current == null ? "" : "; generation " + current.number() + " stays";
        if (reason != null) LOG.error("{} cannot be loaded{}: {}", name(), meanwhile, reason, cause);
        for (CompileError error : broken) {
            LOG.error("{} does not compile{}: {}\n{}", name(), meanwhile, error, error.excerpt());
        }
    }

    private void cannotServe(PackageState failed) {
        routes = 0;
        enter(failed);
        if (newest != null && wantsToServe) unserved.explain(newest, snapshot);
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
                Optional.ofNullable(current).map(Generation::loadedAt),
                generations,
                errors,
                Optional.ofNullable(failure));
    }

    private static long millisSince(long nanos) {
        return (System.nanoTime() - nanos) / 1_000_000;
    }
}

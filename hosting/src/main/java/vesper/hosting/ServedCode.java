package vesper.hosting;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The current code of a package, and its services while they serve. Replaced code is released after its successor
 * serves. One thread at a time changes it.
 */
final class ServedCode {
    private final RetiredServices retirements;

    private @Nullable PackageGeneration current;
    /** Stopped when others replace them. Volatile, because any thread may check for stop hooks. */
    private volatile @Nullable RunningServices services;

    private int routes;
    private int generationCount;

    /** Creates an instance without code. Replaced code is added to these retirements. */
    ServedCode(RetiredServices retirements) {
        this.retirements = retirements;
    }

    Optional<PackageGeneration> current() {
        return Optional.ofNullable(current);
    }

    /** Returns the number of routes. */
    int routes() {
        return routes;
    }

    /** Returns the number of generations so far, including those that never served. */
    int generationCount() {
        return generationCount;
    }

    boolean hasStopHooks() {
        RunningServices serving = services;
        return serving != null && serving.hasStopHooks();
    }

    /** Returns the health checks of the code that serves. */
    HealthChecks health() {
        RunningServices serving = services;
        return serving == null ? HealthChecks.NONE : serving.health();
    }

    /** Replaces the code by one that serves. The previous services are stopped afterwards. */
    void replaceAndServe(PackageGeneration generation, ServiceStart.StartResult started) {
        replaceBy(generation, started.services());
        routes = started.routes();
    }

    /** Replaces the code by one that is loaded and does not serve. */
    void replaceIdle(PackageGeneration generation) {
        replaceBy(generation, null);
        routes = 0;
    }

    private void replaceBy(PackageGeneration generation, @Nullable RunningServices starting) {
        PackageGeneration replaced = current;
        RunningServices stopping = services;
        generationCount = generation.number();
        current = generation;
        services = starting;
        boolean isOther = replaced != null && replaced.number() != generation.number();
        if (stopping != null) retirements.add(stopping, isOther ? replaced : null);
        else if (replaced != null && isOther) GenerationRelease.release(replaced);
    }

    /** Stops the services after their routes have been removed. The code stays. */
    void stop() {
        RunningServices stopping = services;
        if (stopping != null) stopping.stop();
        services = null;
        routes = 0;
    }

    /** Stops the services when the server stops. Their routes stay, since the server no longer accepts requests. */
    void shutDown(Duration max) {
        RunningServices ending = services;
        if (ending != null) ending.stopWithin(max);
        services = null;
    }

    /** Releases the code after its services have been stopped. */
    void release() {
        if (current != null) GenerationRelease.release(current);
        current = null;
    }
}

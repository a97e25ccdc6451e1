package vesper.hosting;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The code of a package that runs, and its services while they serve. What is replaced is let go after its successor
 * has taken its place. One thread at a time changes it.
 */
final class ServedCode {
    private final Retirements retirements;

    private @Nullable Generation current;
    /** Stopped when others take their place. Any thread asks whether they want to be told. */
    private volatile @Nullable RunningServices services;

    private int routes;
    private int generations;

    /** None yet; what is replaced goes to the retirements. */
    ServedCode(Retirements retirements) {
        this.retirements = retirements;
    }

    Optional<Generation> current() {
        return Optional.ofNullable(current);
    }

    /** How many routes answer. */
    int routes() {
        return routes;
    }

    /** How many times code has been taken up, those included that never served. */
    int generations() {
        return generations;
    }

    boolean hasStopHooks() {
        RunningServices serving = services;
        return serving != null && serving.hasStopHooks();
    }

    /** Code that serves from now on; the services that served are stopped after these have started. */
    void serve(Generation generation, ServiceStart.Started started) {
        replaceBy(generation, started.services());
        routes = started.routes();
    }

    /** Code that is loaded and does not serve. */
    void keep(Generation generation) {
        replaceBy(generation, null);
        routes = 0;
    }

    private void replaceBy(Generation generation, @Nullable RunningServices starting) {
        Generation replaced = current;
        RunningServices stopping = services;
        generations = generation.number();
        current = generation;
        services = starting;
        boolean isOther = replaced != null && replaced.number() != generation.number();
        if (stopping != null) retirements.add(stopping, isOther ? replaced : null);
        else if (replaced != null && isOther) Retirement.forget(replaced);
    }

    /** Stops the services, whose routes have been taken away; the code stays. */
    void stop() {
        RunningServices stopping = services;
        if (stopping != null) stopping.stop();
        services = null;
        routes = 0;
    }

    /** Stops the services, with the server: their routes stay, since requests find nobody who listens. */
    void end(Duration longest) {
        RunningServices ending = services;
        if (ending != null) ending.end(longest);
        services = null;
    }

    /** Lets go of the code, whose services have been stopped. */
    void forget() {
        if (current != null) Retirement.forget(current);
        current = null;
    }
}

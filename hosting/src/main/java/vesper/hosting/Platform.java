package vesper.hosting;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import vesper.codec.Codec;
import vesper.http.Request;
import vesper.rest.controllers.ControllerContext;
import vesper.rest.routing.Router;
import vesper.rest.triggers.Triggers;
import vesper.services.collections.OpenCollections;

/**
 * The server's parts that packages run on.
 *
 * @param router receives their routes, with owner {@code packages/} and the folder's name
 * @param codec converts values; each version of a package has its own codec with the same settings
 * @param platformThreads run service methods that do not want virtual threads
 * @param provisions shared parts to read bodies and send streams
 * @param injectables objects that services can inject into their constructors
 * @param operators requests that may receive details which are otherwise only logged, for example why a package could
 *     not start
 * @param trackers receives the tracker rules of packages
 * @param collections the documents of packages; empty if the server has none
 * @param triggers lists and runs the triggers of packages
 */
public record Platform(
        Router router,
        Codec codec,
        Executor platformThreads,
        ControllerContext provisions,
        Injectables injectables,
        Clock clock,
        Predicate<Request> operators,
        TrackerRegistry trackers,
        Optional<OpenCollections> collections,
        Triggers triggers) {
    /** Creates a platform without documents and tracker rules. */
    public Platform(
            Router router,
            Codec codec,
            Executor platformThreads,
            ControllerContext provisions,
            Injectables injectables,
            Clock clock,
            Predicate<Request> operators) {
        this(
                router,
                codec,
                platformThreads,
                provisions,
                injectables,
                clock,
                operators,
                TrackerRegistry.NONE,
                Optional.empty(),
                Triggers.unrecorded());
    }

    /** Creates a platform with default provisions and without operators. */
    public Platform(Router router, Codec codec, Executor platformThreads, Injectables injectables, Clock clock) {
        this(
                router,
                codec,
                platformThreads,
                ControllerContext.defaults(platformThreads),
                injectables,
                clock,
                _ -> false,
                TrackerRegistry.NONE,
                Optional.empty(),
                Triggers.unrecorded());
    }
}

package vesper.hosting;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import vesper.codec.Codec;
import vesper.http.Request;
import vesper.rest.controllers.Provisions;
import vesper.rest.routing.Router;
import vesper.services.collections.OpenCollections;

/**
 * What packages are hosted on.
 *
 * @param router gets their routes, under {@code packages/} and the folders' names
 * @param codec how values are read and written; each version of a package has one of its own with the same settings
 * @param platformThreads runs the service methods that want no virtual thread
 * @param provisions what services share for the bodies that they take and the streams that they send
 * @param given what services may ask for in their constructors
 * @param operators who may hear what is else for the log only, why a package could not be started for example
 * @param trackers takes what packages say of what is to be tracked
 * @param collections the documents of packages; empty where they can have none
 */
public record Platform(
        Router router,
        Codec codec,
        Executor platformThreads,
        Provisions provisions,
        Given given,
        Clock clock,
        Predicate<Request> operators,
        Trackers trackers,
        Optional<OpenCollections> collections) {
    /** A platform without documents, where nobody asks what packages say of what is to be tracked. */
    public Platform(
            Router router,
            Codec codec,
            Executor platformThreads,
            Provisions provisions,
            Given given,
            Clock clock,
            Predicate<Request> operators) {
        this(router, codec, platformThreads, provisions, given, clock, operators, Trackers.NONE, Optional.empty());
    }

    /** A platform with the defaults of what services share, and without operators. */
    public Platform(Router router, Codec codec, Executor platformThreads, Given given, Clock clock) {
        this(
                router,
                codec,
                platformThreads,
                Provisions.defaults(platformThreads),
                given,
                clock,
                _ -> false,
                Trackers.NONE,
                Optional.empty());
    }
}

package vesper.hosting;

import java.time.Clock;
import java.util.concurrent.Executor;
import vesper.codec.Codec;
import vesper.rest.Provisions;
import vesper.rest.Router;

/**
 * What packages are hosted on.
 *
 * @param router gets their routes, under {@code packages/} and the folders' names
 * @param codec how values are read and written; each version of a package has one of its own with the same settings
 * @param platformThreads runs the service methods that want no virtual thread
 * @param provisions what services share for the bodies that they take and the streams that they send
 * @param given what services may ask for in their constructors
 */
public record Platform(
        Router router, Codec codec, Executor platformThreads, Provisions provisions, Given given, Clock clock) {
    /** A platform with the defaults of what services share. */
    public Platform(Router router, Codec codec, Executor platformThreads, Given given, Clock clock) {
        this(router, codec, platformThreads, Provisions.defaults(platformThreads), given, clock);
    }
}

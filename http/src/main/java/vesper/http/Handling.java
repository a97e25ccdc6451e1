package vesper.http;

import org.jspecify.annotations.Nullable;

/**
 * The request that a thread handles. A thread that handles many requests keeps its instance, so that a request costs
 * two stores and no lookup.
 */
final class Handling {
    private static final ThreadLocal<Handling> OF_THREAD = ThreadLocal.withInitial(Handling::new);

    /** Null between requests. */
    @Nullable
    Request request;

    private Handling() {}

    /** Returns the instance of the calling thread. */
    static Handling ofThread() {
        return OF_THREAD.get();
    }
}

package vesper.http;

import org.jspecify.annotations.Nullable;

/**
 * Which request a thread handles. A thread that handles many keeps its own from the first on, so that a request costs
 * two stores and no lookup.
 */
final class Handling {
    private static final ThreadLocal<Handling> OF_THREAD = ThreadLocal.withInitial(Handling::new);

    /** Null between requests. */
    @Nullable
    Request request;

    private Handling() {}

    /** That of the thread that asks. */
    static Handling ofThread() {
        return OF_THREAD.get();
    }
}

package vesper.http;

/** Kinds of threads that run handlers. */
public enum HandlerThreads {
    /** Virtual threads carried by the connection's event loop. A handler that blocks parks only its own thread. */
    VIRTUAL,
    /**
     * The event loop itself. It has the least overhead, but a handler that blocks stalls every connection of the loop.
     */
    EVENT_LOOP,
    /** A fixed-size pool of platform threads. */
    PLATFORM
}

package vesper.http;

/** Where handlers run. */
public enum HandlerThreads {
    /** On virtual threads that the connection's event loop carries: a handler that waits parks its thread only. */
    VIRTUAL,
    /** On the event loop itself: least overhead, and whoever waits there stalls every connection of the loop. */
    EVENT_LOOP,
    /** On a pool of platform threads of a fixed size. */
    PLATFORM
}

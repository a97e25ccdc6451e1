package vesper.http;

/** Where handlers run. */
public enum HandlerThreads {
    /** On the connection's own virtual thread, carried by its event loop: a handler that waits parks itself only. */
    VIRTUAL,
    /** On the event loop itself: least overhead, and whoever waits there stalls every connection of the loop. */
    EVENT_LOOP,
    /** On a pool of platform threads of a fixed size. */
    PLATFORM
}

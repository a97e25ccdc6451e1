package vesper.http;

/** Outcome of interrupting the handler of a request. */
public enum Interruption {
    /** Its thread was interrupted. The handler may or may not react to that. */
    DONE,
    /** The request no longer exists. */
    GONE,
    /** No thread is known to work on it: it is queued, or its response comes later. */
    NO_THREAD
}

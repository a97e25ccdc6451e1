package vesper.http;

/** What came of interrupting the handler of a request. */
public enum Interruption {
    /** Its thread was interrupted; what the handler makes of that is its own affair. */
    DONE,
    /** There is no such request any more. */
    GONE,
    /** No thread is known that works on it: it waits for its turn, or for an answer that comes later. */
    NO_THREAD
}

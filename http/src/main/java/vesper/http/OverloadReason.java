package vesper.http;

/** Why a request was refused for overload. */
public enum OverloadReason {
    /** It has waited too long for its event loop, or for a platform thread. */
    LATE,
    /** Handlers of its route wait longer and longer, for a database for example. */
    SLOW_ROUTE,
    /** The maximum number of handlers is waiting. */
    ALL_WAITING
}

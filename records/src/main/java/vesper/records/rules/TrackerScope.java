package vesper.records.rules;

/** The parts of an exchange that a transaction keeps. */
public enum TrackerScope {
    /** Both the request and the response. */
    ALL,
    REQUEST,
    RESPONSE,
    /** Nothing. A matching exchange is not tracked, even if a later rule matches too. */
    NONE
}

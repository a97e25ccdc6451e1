package vesper.records.rules;

/** Which parts of an exchange a transaction keeps. */
public enum TrackerScope {
    /** The request and the response. */
    ALL,
    REQUEST,
    RESPONSE,
    /** Nothing: what matches is not tracked, whatever the rules behind it say. */
    NONE
}

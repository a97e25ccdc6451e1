package vesper.services.timers;

/**
 * A hint that a timer of a document may be due at a time. {@link DocumentTimers} decides whether it is.
 *
 * @param id id of the document
 * @param due milliseconds since 1970
 */
record DueHint(String id, long due) {}

package vesper.services.timers;

/**
 * A hint that a timer of a document may be due at a time. {@link TimersOfDocument} decides whether it is.
 *
 * @param id id of the document
 * @param due milliseconds since 1970
 */
record DueDocument(String id, long due) {}

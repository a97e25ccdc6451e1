package vesper.services.timers;

/**
 * That a timer of a document may ring; whether it does is said by {@link TimersOfDocument}.
 *
 * @param id of the document
 * @param due in milliseconds since 1970
 */
record DueDocument(String id, long due) {}

package vesper.documents.queries;

/** Receives the searchable parts of a document, in order. */
interface DocumentSink {
    /** Returns whether the sink needs {@link #number} and {@link #time} at this path. */
    default boolean wants(long path) {
        return true;
    }

    /** Receives a name in the JSON. Its words are found without a field. */
    void text(String text);

    /** Ends a phrase: the words before and after are not adjacent. */
    void endOfText();

    /** Receives a value. Its words are found without a field, and at the path unless that is {@link Paths#NONE}. */
    void value(long path, ValueKind kind, String text);

    /** Receives the number of the preceding value, or of a value that has no text. */
    void number(long path, double number);

    /** Receives the time of the preceding value, or of a value that has no text, in milliseconds since 1970. */
    void time(long path, long millis);

    /** Part of the document was left out, because it is too large or unreadable. */
    void cut();
}

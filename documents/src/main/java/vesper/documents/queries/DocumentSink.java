package vesper.documents.queries;

/** Takes what queries see of a document, in its order. */
interface DocumentSink {
    /** Whether {@link #value}, {@link #number} and {@link #time} at this path are of interest. */
    default boolean wants(long path) {
        return true;
    }

    /** Text whose words are found anywhere: the id, and names. */
    void text(String text);

    /** What comes next does not stand beside what came before. */
    void endOfText();

    /** A value whose words are found anywhere, and at a path unless that is {@link Paths#NONE}. */
    void value(long path, ValueKind kind, String text);

    /** The value that was shown before, or one that has no text, is this number. */
    void number(long path, double number);

    /** The value that was shown before, or one that has no text, is this time, in milliseconds since 1970. */
    void time(long path, long millis);

    /** Something of the document was not shown, since there was too much of it. */
    void cut();
}

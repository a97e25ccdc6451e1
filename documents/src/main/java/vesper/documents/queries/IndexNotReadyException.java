package vesper.documents.queries;

/** The index cannot be searched yet: it is being built for the first time, or rebuilt after damage. */
public final class IndexNotReadyException extends Exception {
    private static final long serialVersionUID = 1;

    IndexNotReadyException(IndexStatus status) {
        super("the index is being made; it has " + status.documents() + " documents so far"
                + status.trouble().map(why -> " (" + why + ")").orElse(""));
    }
}

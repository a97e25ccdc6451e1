package vesper.documents.queries;

/** There is nothing to search yet: the index is made for the first time, or anew after damage. */
public final class IndexNotReadyException extends Exception {
    private static final long serialVersionUID = 1;

    IndexNotReadyException(IndexStatus status) {
        super("the index is being made; it has " + status.documents() + " documents so far"
                + status.trouble().map(why -> " (" + why + ")").orElse(""));
    }
}

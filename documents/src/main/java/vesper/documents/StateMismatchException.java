package vesper.documents;

/** A document that is kept is no value of the class that documents of its collection have now; its JSON is not lost. */
public final class StateMismatchException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    StateMismatchException(String message) {
        super(message);
    }
}

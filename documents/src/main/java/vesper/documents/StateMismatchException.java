package vesper.documents;

/** A stored document does not fit the class that its collection now has. Its JSON is not lost. */
public final class StateMismatchException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    StateMismatchException(String message) {
        super(message);
    }
}

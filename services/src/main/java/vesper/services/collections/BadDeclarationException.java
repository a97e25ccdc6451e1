package vesper.services.collections;

/**
 * Thrown for a collection that cannot be opened as its package declares it. The message is for the package's author.
 */
public final class BadDeclarationException extends Exception {
    private static final long serialVersionUID = 1;

    public BadDeclarationException(String message) {
        super(message);
    }
}

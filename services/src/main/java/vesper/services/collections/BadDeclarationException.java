package vesper.services.collections;

/** What a package says of a collection cannot be carried out. The message is for whoever wrote it. */
public final class BadDeclarationException extends Exception {
    private static final long serialVersionUID = 1;

    public BadDeclarationException(String message) {
        super(message);
    }
}

package vesper.codec;

/** Thrown for a value that is writable, but whose text would take too much memory. The message names the bound. */
public abstract sealed class UnwrittenTextException extends RuntimeException
        permits TextTooLargeException, NoRoomForTextException {
    private static final long serialVersionUID = 1;

    UnwrittenTextException(String message) {
        super(message);
    }
}

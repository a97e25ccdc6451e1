package vesper.codec;

/** A value that can be written, whose text is not: it would take too much memory. The message names the bound. */
public abstract sealed class UnwrittenTextException extends RuntimeException
        permits TextTooLargeException, NoRoomForTextException {
    private static final long serialVersionUID = 1;

    UnwrittenTextException(String message) {
        super(message);
    }
}

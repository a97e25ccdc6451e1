package vesper.codec;

/** Thrown for a value that is writable, but whose text would take too much memory. The message names the bound. */
public abstract sealed class TextNotWrittenException extends RuntimeException
        permits TextTooLargeException, WriteMemoryExhaustedException {
    private static final long serialVersionUID = 1;

    TextNotWrittenException(String message) {
        super(message);
    }
}

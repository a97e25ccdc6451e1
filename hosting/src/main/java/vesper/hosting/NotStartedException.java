package vesper.hosting;

import org.jspecify.annotations.Nullable;

/** A package whose services could not be made or published; the message says why, for its author. */
final class NotStartedException extends Exception {
    private static final long serialVersionUID = 1;

    NotStartedException(String message) {
        super(message);
    }

    NotStartedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

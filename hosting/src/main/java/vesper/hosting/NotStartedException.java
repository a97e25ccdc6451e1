package vesper.hosting;

import org.jspecify.annotations.Nullable;

/** A package whose services could not be made or published; the message says why, for its author. */
final class NotStartedException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean forNow;

    NotStartedException(String message) {
        this(message, null);
    }

    NotStartedException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private NotStartedException(String message, @Nullable Throwable cause, boolean forNow) {
        super(message, cause);
        this.forNow = forNow;
    }

    /** Another package is in the way, or one that this one needs is not ready. */
    static NotStartedException forNow(String message) {
        return new NotStartedException(message, null, true);
    }

    /** Whether it may start once other packages have changed. */
    boolean isForNow() {
        return forNow;
    }
}

package vesper.hosting;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the services of a package cannot be created or published. The message explains the reason to the author.
 */
final class NotStartedException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean temporary;

    NotStartedException(String message) {
        this(message, null);
    }

    NotStartedException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    private NotStartedException(String message, @Nullable Throwable cause, boolean temporary) {
        super(message, cause);
        this.temporary = temporary;
    }

    /**
     * Creates an exception for a temporary obstacle: a conflict with another package, or a dependency that is not
     * ready.
     */
    static NotStartedException temporary(String message) {
        return new NotStartedException(message, null, true);
    }

    /** Returns whether the package may start once other packages have changed. */
    boolean isTemporary() {
        return temporary;
    }
}

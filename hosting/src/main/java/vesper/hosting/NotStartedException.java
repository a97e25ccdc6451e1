package vesper.hosting;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the services of a package cannot be created or published. The message explains the reason to the author.
 */
final class NotStartedException extends Exception {
    private static final long serialVersionUID = 1;

    private final boolean temporary;
    private final boolean hasChain;

    NotStartedException(String message) {
        this(message, null);
    }

    NotStartedException(String message, @Nullable Throwable cause) {
        this(message, cause, false, false);
    }

    private NotStartedException(String message, @Nullable Throwable cause, boolean temporary, boolean hasChain) {
        super(message, cause);
        this.temporary = temporary;
        this.hasChain = hasChain;
    }

    /**
     * Creates an exception for a temporary obstacle: a conflict with another package, or a dependency that is not
     * ready.
     */
    static NotStartedException temporary(String message) {
        return new NotStartedException(message, null, true, false);
    }

    /** Returns whether the package may start once other packages have changed. */
    boolean isTemporary() {
        return temporary;
    }

    /** Creates an exception whose message contains the classes that needed the one that failed. */
    static NotStartedException withChain(String message) {
        return new NotStartedException(message, null, false, true);
    }

    /** Returns a copy whose message ends with the classes that needed the one that failed: {@code Shop → Prices}. */
    NotStartedException neededBy(String chain) {
        return new NotStartedException(getMessage() + " (needed by " + chain + ")", getCause(), temporary, true);
    }

    boolean hasChain() {
        return hasChain;
    }
}

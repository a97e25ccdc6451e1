package vesper.services.patches;

/** Thrown when an operation of a patch does not apply. {@link JsonPatch} converts it to a {@link Patched}. */
final class RefusedOperationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;
    private final boolean isForSize;

    private RefusedOperationException(String reason, boolean isForSize) {
        super(reason, null, false, false);
        this.reason = reason;
        this.isForSize = isForSize;
    }

    static RefusedOperationException unfit(String reason) {
        return new RefusedOperationException(reason, false);
    }

    static RefusedOperationException tooLarge(String reason) {
        return new RefusedOperationException(reason, true);
    }

    String reason() {
        return reason;
    }

    boolean isForSize() {
        return isForSize;
    }
}

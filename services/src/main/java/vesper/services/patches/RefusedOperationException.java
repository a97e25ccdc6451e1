package vesper.services.patches;

/** Ends the application of a patch whose operation does not fit; {@link JsonPatch} makes a {@link Patched} of it. */
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

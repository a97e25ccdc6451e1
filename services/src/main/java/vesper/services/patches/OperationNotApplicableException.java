package vesper.services.patches;

/** Thrown when an operation of a patch does not apply. {@link JsonPatch} converts it to a {@link PatchResult}. */
final class OperationNotApplicableException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;
    private final boolean isTooLarge;

    private OperationNotApplicableException(String reason, boolean isTooLarge) {
        super(reason, null, false, false);
        this.reason = reason;
        this.isTooLarge = isTooLarge;
    }

    static OperationNotApplicableException notApplicable(String reason) {
        return new OperationNotApplicableException(reason, false);
    }

    static OperationNotApplicableException tooLarge(String reason) {
        return new OperationNotApplicableException(reason, true);
    }

    String reason() {
        return reason;
    }

    boolean isTooLarge() {
        return isTooLarge;
    }
}

package vesper.records.watching;

import java.io.IOException;

/** A receiver did not take what it was told. */
final class NotTakenException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean isFinal;

    /** @param isFinal whether it would not take it the next time either */
    private NotTakenException(String message, boolean isFinal) {
        super(message);
        this.isFinal = isFinal;
    }

    static NotTakenException answered(int status) {
        boolean mayTakeItLater = status >= 500 || status == 408 || status == 429;
        return new NotTakenException("it answered " + status, !mayTakeItLater);
    }

    static NotTakenException late(long millis) {
        return new NotTakenException("it did not answer within " + millis + " ms", false);
    }

    boolean isFinal() {
        return isFinal;
    }
}

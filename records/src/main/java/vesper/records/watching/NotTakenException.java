package vesper.records.watching;

import java.io.IOException;

/** A receiver did not accept a message. */
final class NotTakenException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean isFinal;

    /**
     * Creates an exception.
     *
     * @param isFinal whether a retry would fail as well
     */
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

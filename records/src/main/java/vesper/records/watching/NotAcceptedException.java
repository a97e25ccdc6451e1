package vesper.records.watching;

import java.io.IOException;

/** A receiver did not accept a message. */
final class NotAcceptedException extends IOException {
    private static final long serialVersionUID = 1;

    private final boolean isFinal;

    /**
     * Creates an exception.
     *
     * @param isFinal whether a retry would fail as well
     */
    private NotAcceptedException(String message, boolean isFinal) {
        super(message);
        this.isFinal = isFinal;
    }

    static NotAcceptedException answered(int status) {
        boolean mayTakeItLater = status >= 500 || status == 408 || status == 429;
        return new NotAcceptedException("it answered " + status, !mayTakeItLater);
    }

    static NotAcceptedException late(long millis) {
        return new NotAcceptedException("it did not answer within " + millis + " ms", false);
    }

    boolean isFinal() {
        return isFinal;
    }
}

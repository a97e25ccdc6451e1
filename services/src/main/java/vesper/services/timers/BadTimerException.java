package vesper.services.timers;

/** A method has asked for a timer that there cannot be. The message says why, for whoever wrote it. */
public final class BadTimerException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    BadTimerException(String message) {
        super(message);
    }
}

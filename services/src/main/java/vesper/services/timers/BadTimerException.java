package vesper.services.timers;

/** Thrown when a method sets a timer that is not valid. The message is for the method's author. */
public final class BadTimerException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    BadTimerException(String message) {
        super(message);
    }
}

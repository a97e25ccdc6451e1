package vesper.launcher.server;

/** The server cannot start. The message is one line that tells the operator what to do. */
public final class CannotStartException extends Exception {
    private static final long serialVersionUID = 1;

    CannotStartException(String message) {
        super(message);
    }
}

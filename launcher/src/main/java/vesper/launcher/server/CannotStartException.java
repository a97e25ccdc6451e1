package vesper.launcher.server;

/** Why the server does not come up, in one line that tells an operator what to do. */
public final class CannotStartException extends Exception {
    private static final long serialVersionUID = 1;

    CannotStartException(String message) {
        super(message);
    }
}

package vesper.cluster;

/**
 * Thrown if a stream is not the one that this node copied, or is configured so that it may lose data. The message says
 * what to do.
 */
final class LogTroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean concernsCopy;

    private LogTroubleException(String message, boolean concernsCopy) {
        super(message);
        this.concernsCopy = concernsCopy;
    }

    /** The stream is misconfigured. Each node stops writing when it notices; all copies remain valid. */
    static LogTroubleException misconfigured(String message) {
        return new LogTroubleException(message, false);
    }

    /** This node's copy does not match the stream. */
    static LogTroubleException diverged(String message) {
        return new LogTroubleException(message, true);
    }

    boolean concernsCopy() {
        return concernsCopy;
    }
}

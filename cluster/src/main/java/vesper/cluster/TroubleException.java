package vesper.cluster;

/**
 * Thrown if a stream is not the one that this node copied, or is configured so that it may lose data. The message says
 * what to do.
 */
final class TroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isOfCopy;

    private TroubleException(String what, boolean isOfCopy) {
        super(what);
        this.isOfCopy = isOfCopy;
    }

    /** The stream is misconfigured. Each node stops writing when it notices; all copies remain valid. */
    static TroubleException ofStream(String what) {
        return new TroubleException(what, false);
    }

    /** This node's copy does not match the stream. */
    static TroubleException ofCopy(String what) {
        return new TroubleException(what, true);
    }

    boolean isOfCopy() {
        return isOfCopy;
    }
}

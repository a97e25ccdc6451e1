package vesper.cluster;

/** A stream is not the one that this node's copy is of, or does not keep what it should; its message says what to do. */
final class TroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean isOfCopy;

    private TroubleException(String what, boolean isOfCopy) {
        super(what);
        this.isOfCopy = isOfCopy;
    }

    /** Each node stops to write when it sees it, and what all of them have is as good as before. */
    static TroubleException ofStream(String what) {
        return new TroubleException(what, false);
    }

    /** This node has something else than the stream. */
    static TroubleException ofCopy(String what) {
        return new TroubleException(what, true);
    }

    boolean isOfCopy() {
        return isOfCopy;
    }
}

package vesper.cluster;

/** A stream is not the one that this node's copy is of, or does not keep what it should; its message says what to do. */
final class TroubleException extends Exception {
    private static final long serialVersionUID = 1L;

    TroubleException(String what) {
        super(what);
    }
}

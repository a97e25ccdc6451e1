package vesper.services.timers;

/** Thrown when this node no longer leads the collection, so the pending work is another node's. */
final class NoLongerLeaderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoLongerLeaderException(String collection) {
        super("another node leads " + collection, null, false, false);
    }
}

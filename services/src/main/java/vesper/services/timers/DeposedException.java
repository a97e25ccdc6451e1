package vesper.services.timers;

/** Thrown when this node no longer leads the collection, so the pending work is another node's. */
final class DeposedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeposedException(String collection) {
        super("another node leads " + collection, null, false, false);
    }
}

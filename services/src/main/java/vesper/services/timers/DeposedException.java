package vesper.services.timers;

/** This node does not lead any more, and what it was about to do is another one's to do. */
final class DeposedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DeposedException(String collection) {
        super("another node leads " + collection, null, false, false);
    }
}

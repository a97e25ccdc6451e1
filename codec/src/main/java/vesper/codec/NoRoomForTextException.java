package vesper.codec;

/**
 * Thrown for a value whose text does not fit in memory alongside the other texts that are being written. A retry may
 * succeed.
 */
public final class NoRoomForTextException extends UnwrittenTextException {
    private static final long serialVersionUID = 1;

    NoRoomForTextException(Bound bound) {
        super("all texts that are being written would take more than " + bound.most() + " bytes together ("
                + bound.name() + ")");
    }
}

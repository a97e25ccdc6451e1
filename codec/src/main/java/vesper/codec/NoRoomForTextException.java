package vesper.codec;

/** A value whose text has no place beside the others that are being written just now; later it may have. */
public final class NoRoomForTextException extends UnwrittenTextException {
    private static final long serialVersionUID = 1;

    NoRoomForTextException(Bound bound) {
        super("all texts that are being written would take more than " + bound.most() + " bytes together ("
                + bound.name() + ")");
    }
}

package vesper.codec;

/** Thrown for a value whose text is larger than the maximum size of a text; the message names the bound. */
public final class TextTooLargeException extends UnwrittenTextException {
    private static final long serialVersionUID = 1;

    private final long mostBytes;

    TextTooLargeException(Bound bound) {
        super("its text is larger than " + bound.most() + " bytes (" + bound.name() + ")");
        mostBytes = bound.most();
    }

    public long mostBytes() {
        return mostBytes;
    }
}

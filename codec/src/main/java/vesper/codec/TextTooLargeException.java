package vesper.codec;

/** Thrown for a value whose text is larger than the maximum size of a text; the message names the bound. */
public final class TextTooLargeException extends TextNotWrittenException {
    private static final long serialVersionUID = 1;

    private final long maxBytes;

    TextTooLargeException(Bound bound) {
        super("its text is larger than " + bound.max() + " bytes (" + bound.name() + ")");
        maxBytes = bound.max();
    }

    public long maxBytes() {
        return maxBytes;
    }
}

package vesper.codec;

/**
 * Thrown for a value whose text does not fit in memory alongside the other texts that are being written. A retry may
 * succeed.
 */
public final class WriteMemoryExhaustedException extends TextNotWrittenException {
    private static final long serialVersionUID = 1;

    WriteMemoryExhaustedException(Bound bound) {
        super("the texts that are being written would together exceed " + bound.max() + " bytes (" + bound.name()
                + ")");
    }
}

package vesper.codec;

/** A value that cannot be written: a cycle, nesting without end, or a getter that throws. The cause says which. */
public final class UnwritableValueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnwritableValueException(Class<?> type, MediaFormat format, Throwable cause) {
        super("cannot write a " + type.getName() + " as " + format + ": " + cause.getMessage(), cause);
    }
}

package vesper.codec;

/**
 * Thrown for a value that cannot be written: it has a cycle, is nested too deeply, or one of its getters throws. The
 * cause says which.
 */
public final class UnwritableValueException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnwritableValueException(Class<?> type, MediaFormat format, Throwable cause) {
        super("cannot write a " + type.getName() + " as " + format + ": " + cause.getMessage(), cause);
    }
}

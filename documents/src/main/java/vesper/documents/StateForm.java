package vesper.documents;

import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;

/**
 * The form of a collection's states: their type, their bytes, and how they are protected from modification.
 * Thread-safe.
 */
public sealed interface StateForm<T> permits JsonForm, RecordForm, ClassForm {
    /**
     * Converts a value to this form. Returns the same value, or a copy if callers could modify it. A value that another
     * form has stored, for example of an older version of a class, is converted by way of its JSON.
     *
     * @throws StateMismatchException if the value does not fit
     */
    T own(Object value);

    /** Returns whether a value already has this form. */
    boolean isOwn(Object value);

    ForeignStates foreign();

    byte[] toBytes(T value);

    /** @throws StateMismatchException if the bytes are of another type */
    T fromBytes(byte[] bytes);

    /** Returns the form of free JSON, which is stored as it was written. */
    static StateForm<JsonText> json() {
        return new JsonForm(new ForeignStates());
    }

    /**
     * Returns the form of values of a class. Records, enums and strings are stored as they are, so a record must not
     * hold anything mutable. Any other value is copied by way of its JSON when it is stored and each time it is handed
     * out.
     */
    static <T> StateForm<T> of(Class<T> type, Codec codec) {
        Codec lines = codec.unindented();
        return type.isRecord() || type.isEnum() || type == String.class
                ? new RecordForm<>(type, lines, new ForeignStates())
                : new ClassForm<>(type, lines, new ForeignStates());
    }

    /** Reads a value that {@link Codec#write} has written. */
    static <T> T read(Class<T> type, Codec codec, byte[] bytes) {
        if (codec.read(MediaFormat.JSON, bytes, type) instanceof DecodeResult.Value<Object>(var value)
                && value != null) {
            return type.cast(value);
        }
        throw new StateMismatchException("a document of " + bytes.length + " bytes is not a valid " + type.getName());
    }

    /** Returns the size of a value as JSON if it is known without writing it; otherwise -1. */
    static int knownSizeBytes(Object value) {
        return value instanceof JsonText text ? text.sizeBytes() : -1;
    }
}

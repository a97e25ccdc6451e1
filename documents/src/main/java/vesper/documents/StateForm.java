package vesper.documents;

import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;

/**
 * What the states of a collection are: how they are kept from those who hold them, and their bytes. Any thread may use
 * one.
 */
public sealed interface StateForm<T> permits JsonForm, RecordForm, ClassForm {
    /**
     * The same value, or a copy where others could change it. A value that another form has kept, of an older version of a
     * class for example, is made one of this form by way of its JSON.
     *
     * @throws StateMismatchException where that does not fit
     */
    T own(Object value);

    /** Whether a value is of this form already. */
    boolean isOwn(Object value);

    ForeignStates foreign();

    byte[] toBytes(T value);

    /** @throws StateMismatchException where the bytes are of another type */
    T fromBytes(byte[] bytes);

    /** Free JSON, kept as it was written. */
    static StateForm<JsonText> json() {
        return new JsonForm(new ForeignStates());
    }

    /**
     * Values of a class. A record is stored as it is, so it must not hold what changes; anything else is copied by way of
     * its JSON, when it is stored and whenever it is handed out.
     */
    static <T> StateForm<T> of(Class<T> type, Codec codec) {
        Codec lines = codec.unindented();
        return type.isRecord() || type.isEnum() || type == String.class
                ? new RecordForm<>(type, lines, new ForeignStates())
                : new ClassForm<>(type, lines, new ForeignStates());
    }

    /** Reads what {@link Codec#write} wrote of a type. */
    static <T> T read(Class<T> type, Codec codec, byte[] bytes) {
        if (codec.read(MediaFormat.JSON, bytes, type) instanceof Decoded.Value<Object>(var value) && value != null) {
            return type.cast(value);
        }
        throw new StateMismatchException("a document of " + bytes.length + " bytes is no " + type.getName());
    }

    /** Of a value as JSON, where that is known without writing it; otherwise -1. */
    static int knownSizeBytes(Object value) {
        return value instanceof JsonText text ? text.sizeBytes() : -1;
    }
}

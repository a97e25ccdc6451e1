package vesper.documents;

import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;

/**
 * What the states of a collection are: how they are kept from those who hold them, and their bytes. Any thread may use
 * one.
 */
public sealed interface StateForm<T> permits JsonForm, RecordForm, ClassForm {
    /** The same value, or a copy where others could change it. */
    T own(T value);

    byte[] toBytes(T value);

    /** @throws IllegalArgumentException where the bytes are of another type */
    T fromBytes(byte[] bytes);

    /** Of {@link #toBytes}, where that is known without writing them; otherwise -1. */
    int knownSizeBytes(T value);

    /** Free JSON, kept as it was written. */
    static StateForm<JsonText> json() {
        return new JsonForm();
    }

    /**
     * Values of a class. A record is stored as it is, so it must not hold what changes; anything else is copied by way of
     * its JSON, when it is stored and whenever it is handed out.
     */
    static <T> StateForm<T> of(Class<T> type, Codec codec) {
        Codec lines = codec.unindented();
        return type.isRecord() || type.isEnum() || type == String.class
                ? new RecordForm<>(type, lines)
                : new ClassForm<>(type, lines);
    }

    /** Reads what {@link Codec#write} wrote of a type. */
    static <T> T read(Class<T> type, Codec codec, byte[] bytes) {
        if (codec.read(MediaFormat.JSON, bytes, type) instanceof Decoded.Value<Object>(var value) && value != null) {
            return type.cast(value);
        }
        throw new IllegalArgumentException("a document of " + bytes.length + " bytes is no " + type.getName());
    }
}

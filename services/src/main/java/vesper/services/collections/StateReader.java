package vesper.services.collections;

import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;
import vesper.documents.JsonText;

/** Makes a state of what a client has sent. Any thread may use one. */
@FunctionalInterface
public interface StateReader<T> {
    /** @param json left alone from now on, since it may be kept */
    Decoded<T> read(byte[] json);

    /** Any well-formed JSON. */
    static StateReader<JsonText> json(Codec codec) {
        return json -> JsonText.read(json, codec);
    }

    /** What fits a class. */
    @SuppressWarnings("unchecked") // What was read as this type is of it; the other outcomes hold no value.
    static <T> StateReader<T> of(Class<T> type, Codec codec) {
        return json -> (Decoded<T>) codec.read(MediaFormat.JSON, json, type);
    }
}

package vesper.services.collections;

import java.util.Arrays;
import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;
import vesper.documents.JsonText;

/** Makes a state of what a client has sent. Any thread may use one. */
@FunctionalInterface
public interface StateReader<T> {
    /** @param json left alone from now on, since it may be kept */
    Decoded<T> read(byte[] json);

    /**
     * Any well-formed JSON. It is kept as it was sent but for a byte order mark, which RFC 8259, section 8.1, lets nobody
     * write: in a list or an event that has the document in it the mark would be in the middle.
     */
    static StateReader<JsonText> json(Codec codec) {
        return json -> JsonText.read(unmarked(json), codec);
    }

    private static byte[] unmarked(byte[] json) {
        boolean isMarked =
                json.length >= 3 && json[0] == (byte) 0xEF && json[1] == (byte) 0xBB && json[2] == (byte) 0xBF;
        return isMarked ? Arrays.copyOfRange(json, 3, json.length) : json;
    }

    /** What fits a class. */
    @SuppressWarnings("unchecked") // What was read as this type is of it; the other outcomes hold no value.
    static <T> StateReader<T> of(Class<T> type, Codec codec) {
        return json -> (Decoded<T>) codec.read(MediaFormat.JSON, json, type);
    }
}

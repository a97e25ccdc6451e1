package vesper.services.collections;

import java.util.Arrays;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.JsonText;

/** Converts JSON that a client sent to a state. Must be thread-safe. */
@FunctionalInterface
public interface StateReader<T> {
    /** @param json may be retained; callers must not modify it afterwards */
    DecodeResult<T> read(byte[] json);

    /**
     * Returns a reader that accepts any well-formed JSON. It keeps the text unchanged except for a byte order mark,
     * which RFC 8259, section 8.1, forbids to send. Inside a list or an event, the mark would be in the middle of the
     * text.
     */
    static StateReader<JsonText> json(Codec codec) {
        return json -> JsonText.read(unmarked(json), codec);
    }

    private static byte[] unmarked(byte[] json) {
        boolean isMarked =
                json.length >= 3 && json[0] == (byte) 0xEF && json[1] == (byte) 0xBB && json[2] == (byte) 0xBF;
        return isMarked ? Arrays.copyOfRange(json, 3, json.length) : json;
    }

    /** Returns a reader that accepts JSON that fits a class. */
    @SuppressWarnings("unchecked") // a value read as this type has it; the other outcomes hold no value
    static <T> StateReader<T> of(Class<T> type, Codec codec) {
        return json -> (DecodeResult<T>) codec.read(MediaFormat.JSON, json, type);
    }
}

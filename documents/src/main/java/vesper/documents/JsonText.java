package vesper.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;

/** A well-formed JSON text in UTF-8, kept as it was written; the state of documents that have no class. */
public final class JsonText {
    private final byte[] utf8;

    private JsonText(byte[] utf8) {
        this.utf8 = utf8;
    }

    /** Parses a text and rejects it if it is not well-formed. The bytes are not copied and must not be modified. */
    @SuppressWarnings("unchecked")
    public static DecodeResult<JsonText> read(byte[] utf8, Codec codec) {
        return switch (codec.read(MediaFormat.JSON, utf8, JsonNode.class)) {
            case DecodeResult.Value<Object> _ -> new DecodeResult.Value<>(new JsonText(utf8));
            // These results hold no value, so they fit any type.
            case DecodeResult.Malformed<?> malformed -> (DecodeResult<JsonText>) malformed;
            case DecodeResult.TooLarge<?> large -> (DecodeResult<JsonText>) large;
            case DecodeResult.Mismatch<?> unfit -> (DecodeResult<JsonText>) unfit;
        };
    }

    /**
     * Wraps a text that this program has written or checked before. The bytes are not copied and must not be modified.
     */
    public static JsonText written(byte[] utf8) {
        return new JsonText(utf8);
    }

    /** Returns the text of a Java value. */
    public static JsonText of(Object value, Codec codec) {
        return new JsonText(codec.write(MediaFormat.JSON, value));
    }

    public int sizeBytes() {
        return utf8.length;
    }

    /** Returns the bytes, which are not copied and must not be modified. */
    public byte[] utf8() {
        return utf8;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonText text && Arrays.equals(utf8, text.utf8);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(utf8);
    }

    @Override
    public String toString() {
        return new String(utf8, UTF_8);
    }
}

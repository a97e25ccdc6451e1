package vesper.services.trees;

import java.util.List;
import tools.jackson.databind.JsonNode;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.documents.JsonText;

/**
 * Reads JSON texts as trees that keep numbers exactly: {@code 0.10} is not 0.1, and whole numbers are not rounded. The
 * cost of computing with a number is bounded: numbers with more digits than {@link vesper.codec.Digits} allows are
 * rejected.
 */
public final class JsonTree {
    private JsonTree() {}

    /**
     * Reads a tree. If an object has a name more than once, the last one counts, as for everything that the codec
     * reads.
     */
    public static DecodeResult<JsonNode> read(byte[] utf8, Codec codec) {
        return read(utf8, codec, false);
    }

    /** Reads a tree and rejects repeated names in an object, for texts that are instructions. */
    public static DecodeResult<JsonNode> readUnambiguous(byte[] utf8, Codec codec) {
        return read(utf8, codec, true);
    }

    /**
     * Returns the tree of a text that is known to be well-formed.
     *
     * @throws IllegalArgumentException if a number has too many digits
     */
    public static JsonNode of(JsonText text, Codec codec) {
        return switch (read(text.utf8(), codec)) {
            case DecodeResult.Value<JsonNode>(var tree) when tree != null -> tree;
            case DecodeResult.Mismatch<JsonNode>(List<BadField> fields) ->
                throw new IllegalArgumentException(
                        fields.getFirst().pointer() + ": " + fields.getFirst().detail());
            case DecodeResult<JsonNode> other -> throw new IllegalArgumentException("not JSON text: " + other);
        };
    }

    @SuppressWarnings("unchecked")
    private static DecodeResult<JsonNode> read(byte[] utf8, Codec codec, boolean isStrict) {
        return switch (codec.read(MediaFormat.JSON, utf8, ParsedTree.class)) {
            case DecodeResult.Value<Object>(var value) -> ((ParsedTree) value).outcome(isStrict);
            // None of these holds a value, so the cast is safe.
            case DecodeResult.Malformed<?> malformed -> (DecodeResult<JsonNode>) malformed;
            case DecodeResult.TooLarge<?> large -> (DecodeResult<JsonNode>) large;
            case DecodeResult.Mismatch<?> mismatch -> (DecodeResult<JsonNode>) mismatch;
        };
    }
}

package vesper.services.trees;

import java.util.List;
import tools.jackson.databind.JsonNode;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;
import vesper.documents.JsonText;

/**
 * Reads JSON texts as trees whose numbers are those of the text: {@code 0.10} is not 0.1, and no whole number is rounded.
 * What a number costs whoever computes with it is bounded: one that {@link vesper.codec.Digits} does not take is refused.
 */
public final class JsonTree {
    private JsonTree() {}

    /** Where an object has a name more than once, the last one counts, as for all that the codec reads. */
    public static Decoded<JsonNode> read(byte[] utf8, Codec codec) {
        return read(utf8, codec, false);
    }

    /** Refuses a name that comes more than once in an object, for texts that say what is to be done. */
    public static Decoded<JsonNode> readUnambiguous(byte[] utf8, Codec codec) {
        return read(utf8, codec, true);
    }

    /**
     * The tree of a text that is known to be well-formed.
     *
     * @throws IllegalArgumentException if it has a number that is not taken
     */
    public static JsonNode of(JsonText text, Codec codec) {
        return switch (read(text.utf8(), codec)) {
            case Decoded.Value<JsonNode>(var tree) when tree != null -> tree;
            case Decoded.Unfit<JsonNode>(List<BadField> fields) ->
                throw new IllegalArgumentException(
                        fields.getFirst().pointer() + ": " + fields.getFirst().detail());
            case Decoded<JsonNode> other -> throw new IllegalArgumentException("no JSON text: " + other);
        };
    }

    @SuppressWarnings("unchecked")
    private static Decoded<JsonNode> read(byte[] utf8, Codec codec, boolean isStrict) {
        return switch (codec.read(MediaFormat.JSON, utf8, ReadTree.class)) {
            case Decoded.Value<Object>(var value) -> ((ReadTree) value).outcome(isStrict);
            // None of them holds a value, so each is one of any type.
            case Decoded.Malformed<?> malformed -> (Decoded<JsonNode>) malformed;
            case Decoded.TooLarge<?> large -> (Decoded<JsonNode>) large;
            case Decoded.Unfit<?> unfit -> (Decoded<JsonNode>) unfit;
        };
    }
}

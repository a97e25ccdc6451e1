package vesper.services.patches;

import static java.nio.charset.StandardCharsets.UTF_8;

import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.services.trees.JsonTree;

/** Reads JSON in the notation of tests, with apostrophes instead of quotation marks. */
final class Trees {
    private static final Codec CODEC = new Codec(false);

    private Trees() {}

    static JsonNode tree(String json) {
        return switch (JsonTree.read(json.replace('\'', '"').getBytes(UTF_8), CODEC)) {
            case DecodeResult.Value<JsonNode>(var tree) when tree != null -> tree;
            case DecodeResult<JsonNode> other -> throw new IllegalArgumentException(json + ": " + other);
        };
    }
}

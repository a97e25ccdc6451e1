package vesper.services.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.documents.JsonText;
import vesper.documents.Refusal;
import vesper.services.trees.JsonTree;

/** Reads schemas and documents in the notation of tests, with apostrophes instead of quotation marks. */
final class Schemas {
    static final String FILE = "conf/order.json";

    private static final Codec CODEC = new Codec(false);

    private Schemas() {}

    static DocumentSchema schema(String json) throws BadSchemaException {
        return DocumentSchema.read(FILE, quoted(json), CODEC);
    }

    static JsonNode tree(String json) {
        return JsonTree.of(JsonText.written(quoted(json)), CODEC);
    }

    static List<Refusal> problems(String schema, String document) throws BadSchemaException {
        return schema(schema).problems(tree(document));
    }

    private static byte[] quoted(String json) {
        return json.replace('\'', '"').getBytes(UTF_8);
    }
}

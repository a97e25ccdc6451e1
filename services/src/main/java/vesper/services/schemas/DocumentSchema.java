package vesper.services.schemas;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.documents.JsonText;
import vesper.documents.Refusal;
import vesper.documents.Validator;
import vesper.services.trees.FirstRefusals;
import vesper.services.trees.JsonTree;

/**
 * What documents of a collection have to look like: a JSON Schema of draft 2020-12 in one file. {@code format} is checked;
 * references lead to the file itself, or to the schemas of schemas, and nowhere else. Any thread may use it.
 *
 * <p>Documents are strangers': comparing one takes at most five million steps, a million looks of regular expressions and
 * 32 for each character that they are shown, and schemas within schemas to a depth of a thousand. What would take more is a
 * problem of the document.
 */
public final class DocumentSchema implements Validator<JsonNode> {
    private final JsonNode json;
    private final Schema schema;

    private DocumentSchema(JsonNode json, Schema schema) {
        this.json = json;
        this.schema = schema;
    }

    /**
     * Reads a schema.
     *
     * @param file what the author calls it
     * @throws BadSchemaException with all that is wrong with it
     */
    public static DocumentSchema read(String file, byte[] utf8, Codec codec) throws BadSchemaException {
        return of(file, tree(file, utf8, codec));
    }

    private static JsonNode tree(String file, byte[] utf8, Codec codec) throws BadSchemaException {
        return switch (JsonTree.readUnambiguous(utf8, codec)) {
            case Decoded.Value<JsonNode>(var tree) when tree != null -> tree;
            case Decoded.Value<JsonNode> _ -> throw new IllegalStateException("a tree is never null");
            case Decoded.Malformed<JsonNode>(var reason, var line, var column) ->
                throw bad(file, reason + (line > 0 ? " (line " + line + ", column " + column + ")" : ""));
            case Decoded.TooLarge<JsonNode>(var reason) -> throw bad(file, reason);
            case Decoded.Unfit<JsonNode>(List<BadField> fields) ->
                throw new BadSchemaException(
                        file,
                        fields.stream()
                                .map(it -> new Refusal(it.pointer(), it.detail()))
                                .toList());
        };
    }

    private static BadSchemaException bad(String file, String reason) {
        return new BadSchemaException(file, List.of(new Refusal("", reason)));
    }

    /** @throws BadSchemaException with all that is wrong with it */
    static DocumentSchema of(String file, JsonNode json) throws BadSchemaException {
        SchemaRegistry registry = Dialect202012.registry();
        List<Refusal> problems = SchemaFile.problems(json, registry);
        if (!problems.isEmpty()) throw new BadSchemaException(file, problems);
        try {
            Schema schema = registry.getSchema(json);
            schema.initializeValidators();
            if (Evaluation.ofDocument(NullNode.getInstance()).comesToAnEnd(schema)) {
                return new DocumentSchema(json, schema);
            }
        } catch (SchemaException failure) {
            throw new BadSchemaException(file, List.of(SchemaFile.unusable(failure)));
        }
        // Known already of most, see SchemaFile; but schemas in one file may have names of their own.
        throw bad(file, "refers to itself, or to so much that nothing can be compared with it");
    }

    /** The schema itself. */
    public JsonNode json() {
        return json.deepCopy();
    }

    /** The same for documents that are texts, known to be well-formed. */
    public Validator<JsonText> ofTexts(Codec codec) {
        return text -> switch (JsonTree.read(text.utf8(), codec)) {
            case Decoded.Value<JsonNode>(var tree) when tree != null -> problems(tree);
            case Decoded.Unfit<JsonNode>(List<BadField> fields) ->
                fields.stream()
                        .map(it -> new Refusal(it.pointer(), it.detail()))
                        .toList();
            case Decoded<JsonNode> _ -> List.of(new Refusal("", "is no JSON"));
        };
    }

    /** All that is wrong with a document, or the first hundred and how many more. */
    @Override
    public List<Refusal> problems(JsonNode document) {
        if (ValueCount.of(document) < 0) {
            return List.of(new Refusal("", "has a number of more digits than are computed with"));
        }
        FirstRefusals refusals = new FirstRefusals();
        Evaluation.ofDocument(document).compare(schema, refusals);
        return refusals.toList();
    }
}

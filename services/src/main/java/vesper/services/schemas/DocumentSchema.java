package vesper.services.schemas;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.documents.JsonText;
import vesper.documents.Refusal;
import vesper.documents.Validator;
import vesper.services.trees.BoundedRefusals;
import vesper.services.trees.JsonTree;

/**
 * The schema for the documents of a collection: a JSON Schema of draft 2020-12 in one file. {@code format} is checked.
 * References may lead to the file itself or to the metaschemas, and nowhere else. Thread-safe.
 *
 * <p>Documents are untrusted. Validating one takes at most five million steps. Its regular expressions may read a
 * million characters, plus 32 for each character of the texts they are matched against. Schemas may apply within
 * schemas to a depth of a thousand. A document that would exceed these bounds is rejected.
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
     * @param file name of the file, for error messages
     * @throws BadSchemaException with everything that is wrong with the schema
     */
    public static DocumentSchema read(String file, byte[] utf8, Codec codec) throws BadSchemaException {
        return of(file, tree(file, utf8, codec));
    }

    private static JsonNode tree(String file, byte[] utf8, Codec codec) throws BadSchemaException {
        return switch (JsonTree.readUnambiguous(utf8, codec)) {
            case DecodeResult.Value<JsonNode>(var tree) when tree != null -> tree;
            case DecodeResult.Value<JsonNode> _ -> throw new IllegalStateException("a tree is never null");
            case DecodeResult.Malformed<JsonNode>(var reason, var line, var column) ->
                throw bad(file, reason + (line > 0 ? " (line " + line + ", column " + column + ")" : ""));
            case DecodeResult.TooLarge<JsonNode>(var reason) -> throw bad(file, reason);
            case DecodeResult.Mismatch<JsonNode>(List<BadField> fields) ->
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

    /** @throws BadSchemaException with everything that is wrong with the schema */
    static DocumentSchema of(String file, JsonNode json) throws BadSchemaException {
        SchemaRegistry registry = Dialect202012.registry();
        List<Refusal> problems = SchemaFile.problems(json, registry);
        if (!problems.isEmpty()) throw new BadSchemaException(file, problems);
        try {
            Schema schema = registry.getSchema(json);
            schema.initializeValidators();
            if (SchemaEvaluation.ofDocument(NullNode.getInstance()).completes(schema)) {
                return new DocumentSchema(json, schema);
            }
        } catch (SchemaException failure) {
            throw new BadSchemaException(file, List.of(SchemaFile.unsupported(failure)));
        }
        // SchemaFile detects most of these cases, but not those of schemas that have an $id inside the file.
        throw bad(file, "is recursive or too large to validate a document");
    }

    public JsonNode json() {
        return json.deepCopy();
    }

    /** Returns a validator for documents in the form of text, which must be well-formed. */
    public Validator<JsonText> ofTexts(Codec codec) {
        return text -> switch (JsonTree.read(text.utf8(), codec)) {
            case DecodeResult.Value<JsonNode>(var tree) when tree != null -> problems(tree);
            case DecodeResult.Mismatch<JsonNode>(List<BadField> fields) ->
                fields.stream()
                        .map(it -> new Refusal(it.pointer(), it.detail()))
                        .toList();
            case DecodeResult<JsonNode> _ -> List.of(new Refusal("", "is not JSON"));
        };
    }

    /** Returns everything that is wrong with a document, or the first hundred problems and the number of the others. */
    @Override
    public List<Refusal> problems(JsonNode document) {
        if (ValueCount.of(document) < 0) {
            return List.of(new Refusal("", "has a number with too many digits"));
        }
        BoundedRefusals refusals = new BoundedRefusals();
        SchemaEvaluation.ofDocument(document).validate(schema, refusals);
        return refusals.toList();
    }
}

package vesper.services.schemas;

import java.lang.reflect.Type;
import tools.jackson.databind.JsonNode;
import vesper.rest.openapi.TypeSchema;
import vesper.rest.operations.DocComments;

/**
 * What whoever wants to create a document is shown.
 *
 * @param schema what documents have to look like
 * @param example a document with all that the schema names. It fits as far as fields alone say what they want; where a
 *     schema asks for more, by a pattern that few texts match for example, its author has to say an example
 */
public record Template(JsonNode schema, JsonNode example) {
    public static Template of(DocumentSchema schema) {
        JsonNode json = schema.json();
        return new Template(json, ExampleDocument.of(json));
    }

    /**
     * Of documents that are read as a type.
     *
     * @param comments of its sources and of those of its parts
     */
    public static Template of(Type state, DocComments comments) {
        JsonNode json = TypeSchema.of(state, comments);
        return new Template(json, ExampleDocument.of(json));
    }
}

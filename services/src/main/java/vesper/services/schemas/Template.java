package vesper.services.schemas;

import java.lang.reflect.Type;
import tools.jackson.databind.JsonNode;
import vesper.rest.openapi.TypeSchema;
import vesper.rest.operations.DocComments;

/**
 * The template of a collection, which shows clients what a new document looks like.
 *
 * @param schema the schema for documents
 * @param example a document with every field of the schema. It fits as far as this follows from the schema's keywords.
 *     If a schema asks for more, for example by a pattern that few texts match, its author must provide an example
 */
public record Template(JsonNode schema, JsonNode example) {
    public static Template of(DocumentSchema schema) {
        JsonNode json = schema.json();
        return new Template(json, ExampleDocument.of(json));
    }

    /**
     * Returns the template for documents that are read as a Java type.
     *
     * @param comments the doc comments of the type and of the types that it uses
     */
    public static Template of(Type state, DocComments comments) {
        JsonNode json = TypeSchema.of(state, comments);
        return new Template(json, ExampleDocument.of(json));
    }
}

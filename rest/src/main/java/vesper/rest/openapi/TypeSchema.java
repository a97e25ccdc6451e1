package vesper.rest.openapi;

import java.lang.reflect.Type;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.rest.operations.DocComments;

/**
 * The JSON Schema (draft 2020-12) of text that is parsed to a type. It is the same schema as in the OpenAPI document,
 * as a separate document.
 */
public final class TypeSchema {
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final String DEFINITIONS = "$defs";

    private TypeSchema() {}

    /**
     * Returns the schema of a type.
     *
     * @param comments doc comments of the type and of the types that it contains
     */
    public static ObjectNode of(Type type, DocComments comments) {
        Schemas schemas = new Schemas("#/" + DEFINITIONS + "/");
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("$schema", DIALECT);
        schema.setAll(schemas.of(type, Schemas.Direction.READ, new Docs(comments), ""));
        ObjectNode definitions = schema.putObject(DEFINITIONS);
        schemas.resolveNames(schema, definitions);
        if (definitions.isEmpty()) schema.remove(DEFINITIONS);
        return schema;
    }
}

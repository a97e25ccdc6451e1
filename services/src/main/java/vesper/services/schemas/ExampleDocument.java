package vesper.services.schemas;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates an example document for a schema. It uses the author's examples, defaults or enumerated values, and otherwise
 * the simplest value of the type. A recursive schema is followed once. The document has at most {@value #MOST_VALUES}
 * values. Not thread-safe.
 */
final class ExampleDocument {
    private static final int MOST_VALUES = 1_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final References references;
    private long left = MOST_VALUES;

    private ExampleDocument(References references) {
        this.references = references;
    }

    static JsonNode of(JsonNode schema) {
        return new ExampleDocument(References.of(schema))
                .value(schema, List.of())
                .orElseGet(NODES::objectNode);
    }

    /**
     * Returns a value for a schema. Returns empty if the schema allows none, is recursive at this point, or needs too
     * many values.
     *
     * @param around the schemas of the enclosing values
     */
    private Optional<JsonNode> value(JsonNode schema, List<JsonNode> around) {
        if (schema.isBoolean() && !schema.booleanValue()) return Optional.empty();
        if (--left < 0) return Optional.empty();
        return GatheredSchema.of(schema, references, around).flatMap(gathered -> {
            Optional<JsonNode> given = given(gathered.keywords());
            return given.isPresent() ? affordable(given.get()) : Optional.of(made(gathered));
        });
    }

    private static Optional<JsonNode> given(ObjectNode schema) {
        JsonNode example = schema.path("examples").path(0);
        if (!example.isMissingNode()) return Optional.of(example);
        for (String keyword : List.of("default", "const")) if (schema.has(keyword)) return schema.optional(keyword);
        return schema.path("enum").optional(0);
    }

    /** Counts the values of an author's example, which may be large and used in many places. */
    private Optional<JsonNode> affordable(JsonNode given) {
        left -= Math.abs(ValueCount.of(given)) - 1;
        return left < 0 ? Optional.empty() : Optional.of(given.deepCopy());
    }

    private JsonNode made(GatheredSchema gathered) {
        ObjectNode schema = gathered.keywords();
        return switch (type(schema)) {
            case "object" -> object(schema, gathered.withParts());
            case "array" -> array(schema, gathered.withParts());
            case "string" -> NODES.stringNode(ExampleText.of(schema));
            case "integer" -> ExampleNumber.of(schema, true);
            case "number" -> ExampleNumber.of(schema, false);
            case "boolean" -> NODES.booleanNode(false);
            case "null" -> NODES.nullNode();
            default -> NODES.objectNode();
        };
    }

    /** Returns the first of several types. Without a type, infers it from the other keywords. */
    private static String type(ObjectNode schema) {
        JsonNode said = schema.path("type");
        if (said.isString()) return said.asString();
        if (said.path(0).isString()) return said.path(0).asString();
        if (hasAny(schema, "properties", "additionalProperties", "required")) return "object";
        if (hasAny(schema, "items", "prefixItems", "minItems", "maxItems", "uniqueItems")) return "array";
        if (hasAny(schema, "format", "pattern", "minLength", "maxLength", "contentEncoding")) return "string";
        return hasAny(schema, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
                ? "number"
                : "";
    }

    private static boolean hasAny(ObjectNode schema, String... keywords) {
        for (String each : keywords) if (schema.has(each)) return true;
        return false;
    }

    private ObjectNode object(ObjectNode schema, List<JsonNode> within) {
        ObjectNode object = NODES.objectNode();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            value(property.getValue(), within).ifPresent(it -> object.set(property.getKey(), it));
        }
        JsonNode others = schema.path("additionalProperties");
        for (JsonNode name : schema.path("required")) {
            if (object.has(name.asString()) || schema.path("properties").has(name.asString())) continue;
            value(others.isObject() ? others : NODES.objectNode(), within)
                    .ifPresent(it -> object.set(name.asString(), it));
        }
        if (object.isEmpty() && others.isObject()) value(others, within).ifPresent(it -> object.set("name", it));
        return object;
    }

    /** Creates an array with the minimum number of elements, but at least one if the schema describes the elements. */
    private ArrayNode array(ObjectNode schema, List<JsonNode> within) {
        ArrayNode array = NODES.arrayNode();
        for (JsonNode each : schema.path("prefixItems")) value(each, within).ifPresent(array::add);
        JsonNode kind = schema.path("items").isObject() ? schema.path("items") : schema.path("contains");
        long least = Math.max(schema.path("minItems").asLong(0), kind.isObject() ? 1 : 0);
        long most = schema.path("maxItems").asLong(MOST_VALUES);
        while (array.size() < Math.min(least, most)) {
            Optional<JsonNode> element = value(kind.isObject() ? kind : NODES.objectNode(), within);
            if (element.isEmpty()) return array;
            array.add(element.get());
        }
        return array;
    }
}

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
 * the simplest value of the type. A recursive schema is followed once. The document has at most {@value #MAX_VALUES}
 * values. Not thread-safe.
 */
final class ExampleDocument {
    private static final int MAX_VALUES = 1_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final References references;
    private long remainingValues = MAX_VALUES;

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
     * @param enclosing the schemas of the enclosing values
     */
    private Optional<JsonNode> value(JsonNode schema, List<JsonNode> enclosing) {
        if (schema.isBoolean() && !schema.booleanValue()) return Optional.empty();
        if (--remainingValues < 0) return Optional.empty();
        return MergedSchema.of(schema, references, enclosing).flatMap(merged -> {
            Optional<JsonNode> example = declaredExample(merged.keywords());
            return example.isPresent() ? withinBudget(example.get()) : Optional.of(create(merged));
        });
    }

    private static Optional<JsonNode> declaredExample(ObjectNode schema) {
        JsonNode example = schema.path("examples").path(0);
        if (!example.isMissingNode()) return Optional.of(example);
        for (String keyword : List.of("default", "const")) if (schema.has(keyword)) return schema.optional(keyword);
        return schema.path("enum").optional(0);
    }

    /** Counts the values of an author's example, which may be large and used in many places. */
    private Optional<JsonNode> withinBudget(JsonNode example) {
        remainingValues -= Math.abs(ValueCount.of(example)) - 1;
        return remainingValues < 0 ? Optional.empty() : Optional.of(example.deepCopy());
    }

    private JsonNode create(MergedSchema merged) {
        ObjectNode schema = merged.keywords();
        return switch (type(schema)) {
            case "object" -> object(schema, merged.enclosingParts());
            case "array" -> array(schema, merged.enclosingParts());
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
        JsonNode declared = schema.path("type");
        if (declared.isString()) return declared.asString();
        if (declared.path(0).isString()) return declared.path(0).asString();
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

    private ObjectNode object(ObjectNode schema, List<JsonNode> enclosing) {
        ObjectNode object = NODES.objectNode();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            value(property.getValue(), enclosing).ifPresent(it -> object.set(property.getKey(), it));
        }
        JsonNode others = schema.path("additionalProperties");
        for (JsonNode name : schema.path("required")) {
            if (object.has(name.asString()) || schema.path("properties").has(name.asString())) continue;
            value(others.isObject() ? others : NODES.objectNode(), enclosing)
                    .ifPresent(it -> object.set(name.asString(), it));
        }
        if (object.isEmpty() && others.isObject()) value(others, enclosing).ifPresent(it -> object.set("name", it));
        return object;
    }

    /** Creates an array with the minimum number of elements, but at least one if the schema describes the elements. */
    private ArrayNode array(ObjectNode schema, List<JsonNode> enclosing) {
        ArrayNode array = NODES.arrayNode();
        for (JsonNode each : schema.path("prefixItems")) value(each, enclosing).ifPresent(array::add);
        JsonNode kind = schema.path("items").isObject() ? schema.path("items") : schema.path("contains");
        long min = Math.max(schema.path("minItems").asLong(0), kind.isObject() ? 1 : 0);
        long max = schema.path("maxItems").asLong(MAX_VALUES);
        while (array.size() < Math.min(min, max)) {
            Optional<JsonNode> element = value(kind.isObject() ? kind : NODES.objectNode(), enclosing);
            if (element.isEmpty()) return array;
            array.add(element.get());
        }
        return array;
    }
}

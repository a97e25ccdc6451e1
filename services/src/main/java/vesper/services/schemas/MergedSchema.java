package vesper.services.schemas;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.services.schemas.Subschemas.Located;

/**
 * All keywords that apply to one value: those of a schema, of the schemas that it refers to, and of those combined with
 * it. Of alternatives it takes the first, and of a repeated keyword the outermost.
 */
final class MergedSchema {
    private final References references;
    private final List<JsonNode> enclosing;
    private final List<JsonNode> parts = new ArrayList<>();
    private final ObjectNode all = JsonNodeFactory.instance.objectNode();

    private MergedSchema(References references, List<JsonNode> enclosing) {
        this.references = references;
        this.enclosing = enclosing;
    }

    /**
     * Returns empty if the schema leads back to one of the schemas of the enclosing values.
     *
     * @param enclosing these schemas, compared by identity
     */
    static Optional<MergedSchema> of(JsonNode schema, References references, List<JsonNode> enclosing) {
        MergedSchema merged = new MergedSchema(references, enclosing);
        return merged.add(schema) ? Optional.of(merged) : Optional.empty();
    }

    /** Returns the keywords, without those that apply other schemas to the same value. */
    ObjectNode keywords() {
        return all;
    }

    /** Returns the schemas that enclose a part of the value. */
    List<JsonNode> enclosingParts() {
        List<JsonNode> within = new ArrayList<>(enclosing);
        within.addAll(parts);
        return within;
    }

    private boolean add(JsonNode schema) {
        if (isAmong(schema, enclosing)) return false;
        if (!(schema instanceof ObjectNode object) || isAmong(schema, parts)) return true;
        parts.add(object);
        object.properties().forEach(this::put);
        Optional<Located> referred = references.of(object, "$ref");
        if (referred.isPresent() && !add(referred.get().schema())) return false;
        for (JsonNode part : object.path("allOf")) if (!add(part)) return false;
        return addOne(object.path("anyOf")) && addOne(object.path("oneOf"));
    }

    @SuppressWarnings("ReferenceEquality") // Two schemas with the same content are still two.
    private static boolean isAmong(JsonNode schema, List<JsonNode> some) {
        return some.stream().anyMatch(it -> it == schema);
    }

    private boolean addOne(JsonNode alternatives) {
        for (JsonNode each : alternatives) {
            boolean leadsBack = references
                    .of(each, "$ref")
                    .filter(it -> isAmong(it.schema(), enclosing))
                    .isPresent();
            if (!leadsBack) return add(each);
        }
        return alternatives.isEmpty();
    }

    private void put(Map.Entry<String, JsonNode> keyword) {
        String name = keyword.getKey();
        JsonNode value = keyword.getValue();
        switch (name) {
            case "$ref", "allOf", "anyOf", "oneOf" -> {}
            case "properties" -> {
                ObjectNode properties = all.withObjectProperty(name);
                value.properties().forEach(it -> properties.putIfAbsent(it.getKey(), it.getValue()));
            }
            case "required" -> {
                ArrayNode required = all.withArrayProperty(name);
                value.forEach(required::add);
            }
            default -> all.putIfAbsent(name, value);
        }
    }
}

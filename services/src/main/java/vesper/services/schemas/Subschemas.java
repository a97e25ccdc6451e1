package vesper.services.schemas;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import vesper.services.trees.Pointer;

/** Finds the schemas inside a schema. Examples and constants that look like a schema are not included. */
final class Subschemas {
    private static final Set<String> SINGLE = Set.of(
            "additionalProperties",
            "contains",
            "contentSchema",
            "else",
            "if",
            "items",
            "not",
            "propertyNames",
            "then",
            "unevaluatedItems",
            "unevaluatedProperties");
    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf", "prefixItems");
    private static final Set<String> BY_NAME =
            Set.of("$defs", "definitions", "dependentSchemas", "patternProperties", "properties");

    /** Keywords whose schemas apply to the same value as the enclosing schema, not to a part of it. */
    private static final Set<String> IN_PLACE =
            Set.of("allOf", "anyOf", "oneOf", "if", "then", "else", "not", "dependentSchemas");

    /** A schema and its place in the file. */
    record Located(String pointer, JsonNode schema) {}

    private Subschemas() {}

    /** Returns the schema itself and all schemas within it. */
    static List<Located> all(JsonNode root) {
        List<Located> found = new ArrayList<>();
        found.add(new Located("", root));
        // The list grows during the iteration.
        for (int i = 0; i < found.size(); i++) addWithin(found.get(i), false, found);
        return found;
    }

    /** Returns the direct subschemas that apply to the same value. */
    static List<Located> inPlace(Located schema) {
        List<Located> found = new ArrayList<>();
        addWithin(schema, true, found);
        return found;
    }

    private static void addWithin(Located parent, boolean onlyInPlace, List<Located> found) {
        if (!(parent.schema instanceof ObjectNode object)) return;
        for (Map.Entry<String, JsonNode> keyword : object.properties()) {
            String name = keyword.getKey();
            if (onlyInPlace && !IN_PLACE.contains(name)) continue;
            String place = parent.pointer + "/" + Pointer.escaped(name);
            JsonNode value = keyword.getValue();
            if (SINGLE.contains(name)) found.add(new Located(place, value));
            if (LISTS.contains(name))
                for (int i = 0; i < value.size(); i++) found.add(new Located(place + "/" + i, value.path(i)));
            if (BY_NAME.contains(name)) {
                value.properties()
                        .forEach(it ->
                                found.add(new Located(place + "/" + Pointer.escaped(it.getKey()), it.getValue())));
            }
        }
    }
}

package vesper.rest.openapi;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.codec.Shape;
import vesper.codec.Shapes;
import vesper.codec.XmlForm;

/**
 * The schemas of one document. Object types become components with references to them, so a type may contain itself. A
 * type has one component if its schemas for reading and writing are equal, else two.
 */
final class Schemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Name of the component that every document has. A type with the same name gets a different one. */
    static final String PROBLEM = "Problem";

    /** Prefix of references to components in an OpenAPI document. */
    static final String COMPONENTS = "#/components/schemas/";

    /** The direction of conversion. */
    enum Direction {
        WRITTEN,
        READ
    }

    private record Key(JavaType type, Direction direction) {}

    private final Shapes shapes = new Shapes();
    private final Map<Key, ObjectNode> components = new LinkedHashMap<>();
    private final Map<JavaType, String> tags = new HashMap<>();
    private final String refPrefix;

    /**
     * Creates an empty set of schemas.
     *
     * @param refPrefix prefix of references to components
     */
    Schemas(String refPrefix) {
        this.refPrefix = refPrefix;
    }

    /** Returns the schema of a type. {@code docs} and {@code tag} are those of the route that uses it. */
    ObjectNode of(Type type, Direction direction, Docs docs, String tag) {
        JavaType known = shapes.typeOf(type);
        return schema(
                direction == Direction.WRITTEN ? shapes.written(known) : shapes.read(known), direction, docs, tag);
    }

    private ObjectNode schema(Shape shape, Direction direction, Docs docs, String tag) {
        return switch (shape) {
            case Shape.Text(String form) -> text(form);
            case Shape.Bytes() -> typed("string").put("contentEncoding", "base64");
            case Shape.Choice(List<String> values) -> choice(values);
            case Shape.WholeNumber(int bits) -> whole(bits);
            case Shape.Decimal(int bits) -> decimal(bits);
            case Shape.Bool() -> typed("boolean");
            case Shape.Items(Shape element, boolean distinct) -> {
                ObjectNode list = typed("array");
                list.set("items", schema(element, direction, docs, tag));
                yield distinct ? list.put("uniqueItems", true) : list;
            }
            case Shape.MapEntries(Shape value) -> {
                ObjectNode map = typed("object");
                map.set("additionalProperties", schema(value, direction, docs, tag));
                yield map;
            }
            case Shape.NullableValue(Shape present) -> nullable(schema(present, direction, docs, tag));
            case Shape.Anything() -> NODES.objectNode();
            case Shape.Bean(JavaType type) -> reference(type, direction, docs, tag);
        };
    }

    static ObjectNode typed(String type) {
        return NODES.objectNode().put("type", type);
    }

    static ObjectNode text(String form) {
        ObjectNode text = typed("string");
        return form.isEmpty() ? text : text.put("format", form);
    }

    static ObjectNode choice(List<String> values) {
        ObjectNode choice = typed("string");
        ArrayNode all = choice.putArray("enum");
        values.forEach(all::add);
        return choice;
    }

    /**
     * Returns the schema of an integer. Omits the bounds of 64-bit integers, because many JSON parsers would round
     * them; {@code format} implies them.
     */
    static ObjectNode whole(int bits) {
        ObjectNode whole = typed("integer");
        if (bits >= Integer.SIZE) whole.put("format", "int" + bits);
        boolean bounded = bits > 0 && bits <= Integer.SIZE;
        if (!bounded) return whole;
        long max = Long.MAX_VALUE >> (Long.SIZE - bits);
        return whole.put("minimum", -max - 1).put("maximum", max);
    }

    static ObjectNode decimal(int bits) {
        ObjectNode number = typed("number");
        if (bits == Float.SIZE) return number.put("format", "float");
        return bits == Double.SIZE ? number.put("format", "double") : number;
    }

    /** Returns a schema that also allows null. */
    static ObjectNode nullable(ObjectNode schema) {
        if (schema.isEmpty()) return schema;
        if (!schema.path("type").isString()) {
            ObjectNode either = NODES.objectNode();
            either.putArray("anyOf").add(schema).add(typed("null"));
            return either;
        }
        ObjectNode same = schema.deepCopy();
        same.putArray("type").add(schema.get("type")).add("null");
        if (same.get("enum") instanceof ArrayNode values) values.addNull();
        return same;
    }

    /** Returns a schema that allows either. If one of them has no constraints, returns the other. */
    static ObjectNode either(ObjectNode one, ObjectNode other) {
        if (one.equals(other) || other.isEmpty()) return one;
        if (one.isEmpty()) return other;
        if (one.get("anyOf") instanceof ArrayNode several) {
            for (JsonNode each : several) if (each.equals(other)) return one;
            several.add(other);
            return one;
        }
        ObjectNode either = NODES.objectNode();
        either.putArray("anyOf").add(one).add(other);
        return either;
    }

    private ObjectNode reference(JavaType type, Direction direction, Docs docs, String tag) {
        Key key = new Key(type, direction);
        if (!components.containsKey(key)) {
            ObjectNode component = typed("object");
            // Stored before its fields are described, because they may contain the type itself.
            components.put(key, component);
            tags.putIfAbsent(type, tag);
            describe(type, direction, docs, tag, component);
        }
        return NODES.objectNode().put("$ref", refPrefix + placeholder(key));
    }

    /** Returns a placeholder for the name, which is chosen once all components are known. */
    private static String placeholder(Key key) {
        return key.direction + " " + key.type.toCanonical();
    }

    private void describe(JavaType type, Direction direction, Docs docs, String tag, ObjectNode component) {
        DocText docText = docs.of(type.getRawClass());
        if (!docText.text().isEmpty()) component.put("description", docText.text());
        List<Shape.Field> fields =
                direction == Direction.WRITTEN ? shapes.fieldsWritten(type) : shapes.fieldsRead(type);
        ObjectNode properties = NODES.objectNode();
        ArrayNode required = NODES.arrayNode();
        for (Shape.Field field : fields) {
            boolean nullable = isNullable(field, direction);
            ObjectNode property = schema(withoutNull(field), direction, docs, tag);
            ConstraintSchema.put(field.origin().annotations(), property);
            if (nullable) property = nullable(property);
            decorate(property, field, docs.of(field.origin()));
            properties.set(field.name(), property);
            boolean needed = direction == Direction.WRITTEN ? field.required() : isRequired(field);
            if (needed && !nullable) required.add(field.name());
        }
        if (!properties.isEmpty()) component.set("properties", properties);
        if (!required.isEmpty()) component.set("required", required);
        if (!docText.examples().isEmpty())
            component.set("examples", NODES.arrayNode().addAll(docText.examples()));
        component.putObject("xml").put("name", type.getRawClass().getSimpleName());
    }

    /**
     * Returns the shape without nullability, which is determined separately: a field that may be absent need not be
     * nullable.
     */
    private static Shape withoutNull(Shape.Field field) {
        return field.shape() instanceof Shape.NullableValue(Shape present) ? present : field.shape();
    }

    private static boolean isNullable(Shape.Field field, Direction direction) {
        if (field.primitive() || Nullness.isRefused(field.origin().annotations())) return false;
        if (direction == Direction.WRITTEN && !field.required()) return false;
        return field.shape() instanceof Shape.NullableValue
                || Nullness.isNullable(field.origin().typeAnnotations())
                || Nullness.isNullable(field.origin().annotations());
    }

    private static boolean isRequired(Shape.Field field) {
        return field.required() || Nullness.isRefused(field.origin().annotations());
    }

    private static void decorate(ObjectNode property, Shape.Field field, DocText docText) {
        if (!docText.text().isEmpty()) property.put("description", docText.text());
        if (!docText.examples().isEmpty())
            property.set("examples", NODES.arrayNode().addAll(docText.examples()));
        if (field.origin()
                .accessor()
                .filter(it -> it.isAnnotationPresent(Deprecated.class))
                .isPresent()) {
            property.put("deprecated", true);
        }
        ObjectNode xml = xml(field);
        if (!xml.isEmpty()) property.set("xml", xml);
    }

    private static ObjectNode xml(Shape.Field field) {
        XmlForm form = field.xml();
        ObjectNode xml = NODES.objectNode();
        boolean list = field.shape() instanceof Shape.Items;
        String name = list && !form.wrapper().isEmpty() ? form.wrapper() : form.name();
        if (!name.equals(field.name())) xml.put("name", name);
        if (!form.namespace().isEmpty()) xml.put("namespace", form.namespace());
        if (form.attribute()) xml.put("attribute", true);
        if (list && !form.wrapper().isEmpty()) xml.put("wrapped", true);
        return xml;
    }

    /** Adds the components to a document and replaces placeholders by their names, also in references. */
    void resolveNames(ObjectNode document, ObjectNode target) {
        Set<JavaType> split = split();
        Map<String, String> names = names(split);
        Map<String, ObjectNode> byName = new TreeMap<>();
        components.forEach((key, component) -> byName.put(names.get(placeholder(key)), component));
        byName.forEach(target::set);
        rename(document, names);
    }

    /** Returns the types that need two components, because these differ or refer to such types. */
    private Set<JavaType> split() {
        Set<JavaType> split = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (Key key : components.keySet()) {
                ObjectNode read = components.get(new Key(key.type, Direction.READ));
                ObjectNode written = components.get(new Key(key.type, Direction.WRITTEN));
                if (read == null || written == null || split.contains(key.type)) continue;
                if (!same(read, written) || refersTo(read, split)) more = split.add(key.type);
            }
        }
        return split;
    }

    private boolean same(JsonNode read, JsonNode written) {
        return read.toString()
                .replace(refPrefix + Direction.READ, refPrefix)
                .equals(written.toString().replace(refPrefix + Direction.WRITTEN, refPrefix));
    }

    private boolean refersTo(JsonNode component, Set<JavaType> types) {
        String text = component.toString();
        return types.stream()
                .anyMatch(type -> text.contains("\"" + refPrefix + placeholder(new Key(type, Direction.READ)) + "\""));
    }

    private Map<String, String> names(Set<JavaType> split) {
        Map<String, List<JavaType>> bySimpleName = new TreeMap<>();
        components.keySet().stream()
                .map(Key::type)
                .distinct()
                .forEach(type -> bySimpleName
                        .computeIfAbsent(simpleName(type), _ -> new ArrayList<>())
                        .add(type));
        Map<String, String> names = new HashMap<>();
        Set<String> usedNames = new HashSet<>(bySimpleName.keySet());
        usedNames.add(PROBLEM);
        bySimpleName.forEach((simple, types) -> types.forEach(type -> {
            boolean own = types.size() == 1 && !simple.equals(PROBLEM);
            String name = own ? simple : unused(qualified(simple, tags.getOrDefault(type, "")), usedNames);
            names.put(placeholder(new Key(type, Direction.WRITTEN)), name);
            names.put(
                    placeholder(new Key(type, Direction.READ)),
                    split.contains(type) ? unused(name + "Input", usedNames) : name);
        }));
        return names;
    }

    private static String qualified(String name, String tag) {
        return tag.isEmpty() ? name : tag + "." + name;
    }

    /** Returns the name, modified if it is already taken. */
    private static String unused(String preferred, Set<String> usedNames) {
        String name = preferred;
        while (!usedNames.add(name)) name += "_";
        return name;
    }

    /** Returns {@code PageOfOrder} for {@code Page<Order>}. */
    private static String simpleName(JavaType type) {
        StringBuilder name = new StringBuilder(type.getRawClass().getSimpleName());
        for (int i = 0; i < type.containedTypeCount(); i++) {
            name.append(i == 0 ? "Of" : "And").append(simpleName(type.containedType(i)));
        }
        return name.toString().replaceAll("[^A-Za-z0-9_.-]", "_");
    }

    private void rename(JsonNode node, Map<String, String> names) {
        if (node instanceof ObjectNode object) {
            JsonNode reference = object.get("$ref");
            if (reference != null
                    && reference.isString()
                    && reference.asString().startsWith(refPrefix)) {
                String name = names.get(reference.asString().substring(refPrefix.length()));
                if (name != null) object.put("$ref", refPrefix + name);
            }
        }
        for (JsonNode child : node) rename(child, names);
    }
}

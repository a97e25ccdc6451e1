package vesper.rest.openapi;

import static java.util.Map.entry;

import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.rest.operations.Types;

/** The schema of a parameter, header field, cookie or path variable, which is converted from text. */
final class ParameterSchema {
    private static final Map<Class<?>, Supplier<ObjectNode>> KNOWN = Map.ofEntries(
            entry(Byte.class, () -> Schemas.whole(Byte.SIZE)),
            entry(Short.class, () -> Schemas.whole(Short.SIZE)),
            entry(Integer.class, () -> Schemas.whole(Integer.SIZE)),
            entry(Long.class, () -> Schemas.whole(Long.SIZE)),
            entry(BigInteger.class, () -> Schemas.whole(0)),
            entry(Float.class, () -> Schemas.decimal(Float.SIZE)),
            entry(Double.class, () -> Schemas.decimal(Double.SIZE)),
            entry(BigDecimal.class, () -> Schemas.decimal(0)),
            entry(Number.class, () -> Schemas.decimal(0)),
            entry(Boolean.class, () -> Schemas.typed("boolean")),
            entry(
                    Character.class,
                    () -> Schemas.typed("string").put("minLength", 1).put("maxLength", 1)),
            entry(LocalDate.class, () -> Schemas.text("date")),
            entry(Instant.class, () -> Schemas.text("date-time")),
            entry(OffsetDateTime.class, () -> Schemas.text("date-time")),
            entry(Duration.class, () -> Schemas.text("duration")),
            entry(UUID.class, () -> Schemas.text("uuid")),
            entry(URI.class, () -> Schemas.text("uri-reference")));

    private ParameterSchema() {}

    static ObjectNode of(Type type) {
        Class<?> raw = Types.rawOf(type);
        if (raw == Optional.class) return of(Types.argumentOf(type));
        if (raw.isArray()) return list(raw.getComponentType());
        if (Collection.class.isAssignableFrom(raw) || raw == Iterable.class) {
            return list(Types.argumentOf(type));
        }
        if (Map.class.isAssignableFrom(raw)) {
            ObjectNode map = Schemas.typed("object");
            map.set("additionalProperties", Schemas.typed("string"));
            return map;
        }
        if (raw.isEnum()) {
            return Schemas.choice(Arrays.stream(raw.getEnumConstants())
                    .map(constant -> ((Enum<?>) constant).name())
                    .toList());
        }
        Supplier<ObjectNode> known = KNOWN.get(MethodType.methodType(raw).wrap().returnType());
        return known == null ? Schemas.typed("string") : known.get();
    }

    /**
     * Returns the schema of a list or set. Clients may send duplicate values for a set, so its items need not be
     * unique.
     */
    private static ObjectNode list(Type element) {
        ObjectNode list = Schemas.typed("array");
        list.set("items", of(element));
        return list;
    }

    /** Converts the text of a default value to the type of the schema. */
    static JsonNode fallback(String text, ObjectNode schema) {
        String type = schema.path("type").asString("");
        boolean plain = Set.of("integer", "number", "boolean").contains(type);
        if (plain) {
            try {
                return JsonMapper.shared().readTree(text.strip().toLowerCase(Locale.ROOT));
            } catch (JacksonException e) {
                return JsonNodeFactory.instance.stringNode(text);
            }
        }
        if (!type.equals("array")) return JsonNodeFactory.instance.stringNode(text);
        var list = JsonNodeFactory.instance.arrayNode();
        ObjectNode items = (ObjectNode) schema.get("items");
        for (String part : text.isEmpty() ? new String[0] : text.split(",")) list.add(fallback(part.strip(), items));
        return list;
    }
}

package vesper.codec;

import static java.util.Map.entry;

import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsonFormatVisitors.JsonAnyFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatTypes;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonValueFormat;

/** A visitor that learns from a Jackson serializer what it writes. For an object it learns only that it is one. */
final class ShapeVisitor extends JsonFormatVisitorWrapper.Base {
    /** Form of the text of these types: a format of JSON Schema, or empty if there is no such format. */
    private static final Map<Class<?>, String> FORMS = Map.ofEntries(
            entry(LocalDate.class, "date"),
            entry(Instant.class, "date-time"),
            entry(OffsetDateTime.class, "date-time"),
            entry(ZonedDateTime.class, ""),
            entry(Date.class, "date-time"),
            entry(LocalDateTime.class, ""),
            entry(OffsetTime.class, "time"),
            entry(Duration.class, "duration"),
            entry(UUID.class, "uuid"),
            entry(URI.class, "uri-reference"));

    private Shape shape = new Shape.Anything();

    Shape shape() {
        return shape;
    }

    /** Returns what another serializer writes. */
    private Shape of(@Nullable JsonFormatVisitable serializer, JavaType type) {
        ShapeVisitor inner = new ShapeVisitor();
        inner.setContext(getContext());
        if (serializer == null) getContext().findValueSerializer(type).acceptJsonFormatVisitor(inner, type);
        else serializer.acceptJsonFormatVisitor(inner, type);
        return inner.shape();
    }

    @Override
    public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType type) {
        shape = type.hasRawClass(Object.class) ? new Shape.Anything() : new Shape.Bean(type);
        return null;
    }

    @Override
    public JsonArrayFormatVisitor expectArrayFormat(JavaType type) {
        boolean distinct = Set.class.isAssignableFrom(type.getRawClass());
        shape = new Shape.Items(new Shape.Anything(), distinct);
        if (type.getRawClass() == byte[].class) shape = new Shape.Bytes();
        return new JsonArrayFormatVisitor.Base(getContext()) {
            @Override
            public void itemsFormat(JsonFormatVisitable serializer, JavaType elementType) {
                if (shape instanceof Shape.Items) shape = new Shape.Items(of(serializer, elementType), distinct);
            }

            @Override
            public void itemsFormat(JsonFormatTypes kind) {
                if (shape instanceof Shape.Items) shape = new Shape.Items(plain(kind, type), distinct);
            }
        };
    }

    private Shape plain(JsonFormatTypes kind, JavaType list) {
        JavaType content = list.getContentType();
        if (content != null) return of(null, content);
        return switch (kind) {
            case STRING -> new Shape.Text("");
            case INTEGER -> new Shape.WholeNumber(0);
            case NUMBER -> new Shape.Decimal(0);
            case BOOLEAN -> new Shape.Bool();
            case ARRAY, OBJECT, NULL, ANY -> new Shape.Anything();
        };
    }

    @Override
    public JsonMapFormatVisitor expectMapFormat(JavaType type) {
        shape = new Shape.MapEntries(new Shape.Anything());
        return new JsonMapFormatVisitor.Base(getContext()) {
            @Override
            public void valueFormat(JsonFormatVisitable serializer, JavaType valueType) {
                shape = new Shape.MapEntries(of(serializer, valueType));
            }
        };
    }

    @Override
    public JsonStringFormatVisitor expectStringFormat(JavaType type) {
        boolean bytes = type.getRawClass() == byte[].class;
        shape = bytes ? new Shape.Bytes() : new Shape.Text(FORMS.getOrDefault(type.getRawClass(), ""));
        return new JsonStringFormatVisitor.Base() {
            @Override
            public void enumTypes(Set<String> values) {
                shape = new Shape.Choice(List.copyOf(values));
            }

            @Override
            public void format(JsonValueFormat format) {
                boolean hasOwnForm = FORMS.containsKey(type.getRawClass()) || format == JsonValueFormat.DATE_TIME;
                if (!hasOwnForm) shape = new Shape.Text(format.toString());
            }
        };
    }

    @Override
    public JsonIntegerFormatVisitor expectIntegerFormat(JavaType type) {
        shape = new Shape.WholeNumber(bits(type.getRawClass()));
        return new JsonIntegerFormatVisitor.Base();
    }

    private static int bits(Class<?> type) {
        if (type == long.class || type == Long.class) return Long.SIZE;
        if (type == short.class || type == Short.class) return Short.SIZE;
        if (type == byte.class || type == Byte.class) return Byte.SIZE;
        return type == BigInteger.class ? 0 : Integer.SIZE;
    }

    @Override
    public JsonNumberFormatVisitor expectNumberFormat(JavaType type) {
        Class<?> raw = type.getRawClass();
        boolean single = raw == float.class || raw == Float.class;
        boolean twice = raw == double.class || raw == Double.class;
        shape = new Shape.Decimal(single ? Float.SIZE : twice ? Double.SIZE : 0);
        return new JsonNumberFormatVisitor.Base() {
            @Override
            public void numberType(JsonParser.NumberType number) {
                if (number == JsonParser.NumberType.BIG_INTEGER) shape = new Shape.WholeNumber(0);
            }
        };
    }

    @Override
    public JsonBooleanFormatVisitor expectBooleanFormat(JavaType type) {
        shape = new Shape.Bool();
        return new JsonBooleanFormatVisitor.Base();
    }

    @Override
    public JsonAnyFormatVisitor expectAnyFormat(JavaType type) {
        shape = new Shape.Anything();
        return new JsonAnyFormatVisitor.Base();
    }
}

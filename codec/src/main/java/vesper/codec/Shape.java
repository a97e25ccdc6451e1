package vesper.codec;

import java.util.List;
import tools.jackson.databind.JavaType;

/**
 * The form of a Java type as text, for descriptions such as OpenAPI: what {@link Codec} writes for the type or reads
 * into it.
 */
public sealed interface Shape {
    /** Text in a named form, {@code date-time} or {@code uuid}; the form is empty for arbitrary text. */
    record Text(String form) implements Shape {}

    /** Bytes as Base64 text. */
    record Bytes() implements Shape {}

    /** One of the given texts. */
    record Choice(List<String> values) implements Shape {}

    /** A whole number with this number of bits, or 0 if it has no bounds. */
    record WholeNumber(int bits) implements Shape {}

    /** A number with this number of bits, or 0 for a decimal number without bounds. */
    record Decimal(int bits) implements Shape {}

    record Bool() implements Shape {}

    /** A list; {@code distinct} if its elements are unique. */
    record Items(Shape element, boolean distinct) implements Shape {}

    /** An object whose property names are data, such as a map. */
    record MapEntries(Shape value) implements Shape {}

    /** An object with declared fields, which {@link Shapes#fieldsWritten} and {@link Shapes#fieldsRead} return. */
    record Bean(JavaType type) implements Shape {}

    /** A value or {@code null}: the shape of an {@code Optional}. */
    record NullableValue(Shape present) implements Shape {}

    record Anything() implements Shape {}

    /**
     * A field of an object.
     *
     * @param required true if the field is in every text: written even if null, or required when read
     * @param primitive true if its Java type does not allow null
     */
    record Field(String name, Shape shape, boolean required, boolean primitive, XmlForm xml, FieldOrigin origin) {}
}

package vesper.codec;

import java.util.List;
import tools.jackson.databind.JavaType;

/** What the text of a Java type looks like, for descriptions: what {@link Codec} writes for it, or reads into it. */
public sealed interface Shape {
    /** Text in a form that has a name, {@code date-time} or {@code uuid}; empty for any text. */
    record Text(String form) implements Shape {}

    /** Bytes as Base64 text. */
    record Bytes() implements Shape {}

    /** One of these texts. */
    record Choice(List<String> values) implements Shape {}

    /** A whole number of so many bits, 0 where it has no bounds. */
    record Whole(int bits) implements Shape {}

    /** A number; of so many bits, or 0 for a decimal one without bounds. */
    record Decimal(int bits) implements Shape {}

    /** True or false. */
    record Truth() implements Shape {}

    /** A list; {@code distinct} where no element comes twice. */
    record Items(Shape element, boolean distinct) implements Shape {}

    /** An object whose names are data. */
    record Entries(Shape value) implements Shape {}

    /** An object with fields of its own; {@link Shapes#fieldsWritten} and {@link Shapes#fieldsRead} tell them. */
    record Fields(JavaType type) implements Shape {}

    /** Perhaps {@code null}: what an {@code Optional} is. */
    record Perhaps(Shape present) implements Shape {}

    /** Anything at all. */
    record Anything() implements Shape {}

    /**
     * One field of an object.
     *
     * @param always whether it is there in every text: written even if it is null, or a text without it is refused
     * @param primitive whether it is never null for its Java type
     */
    record Field(String name, Shape shape, boolean always, boolean primitive, XmlForm xml, FieldOrigin origin) {}
}

package vesper.rest.binding;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import vesper.rest.operations.Types;

/**
 * The declared type of a parameter that is converted from text: a single value, or an {@code Optional}, list, set or
 * array of values.
 */
final class ParameterType {
    private enum Multiplicity {
        ONE,
        LIST,
        SET,
        ARRAY
    }

    private final Class<?> element;
    private final Multiplicity multiplicity;
    private final boolean optional;
    private final TextConversion conversion;
    private final String elementDescription;

    private ParameterType(
            Class<?> element,
            Multiplicity multiplicity,
            boolean optional,
            TextConversion conversion,
            AnnotatedElement declaredAt) {
        this.element = element;
        this.multiplicity = multiplicity;
        this.optional = optional;
        this.conversion = conversion;
        this.elementDescription = BoundsDescription.describe(element, declaredAt);
    }

    /** Returns the conversion from text to this type; empty if it is not supported. */
    static Optional<ParameterType> of(Type type) {
        return of(type, ParameterType.class);
    }

    /** Returns the conversion like {@link #of(Type)}, with the date format and bounds that annotations declare. */
    static Optional<ParameterType> of(Type type, AnnotatedElement declaredAt) {
        if (Types.rawOf(type) == Optional.class) return of(Types.argumentOf(type), true, declaredAt);
        return of(type, false, declaredAt);
    }

    private static Optional<ParameterType> of(Type type, boolean optional, AnnotatedElement declaredAt) {
        Class<?> raw = Types.rawOf(type);
        Multiplicity multiplicity = multiplicityOf(raw);
        Class<?> element = switch (multiplicity) {
            case ONE -> raw;
            case LIST, SET -> Types.rawOf(Types.argumentOf(type));
            case ARRAY -> raw.getComponentType();
        };
        return DateTimePattern.conversion(element, declaredAt)
                .or(() -> TextConversion.to(element))
                .map(conversion -> new ParameterType(element, multiplicity, optional, conversion, declaredAt));
    }

    private static Multiplicity multiplicityOf(Class<?> raw) {
        if (raw == Set.class || raw == LinkedHashSet.class) return Multiplicity.SET;
        if (raw == List.class || raw == Collection.class || raw == Iterable.class || raw == ArrayList.class) {
            return Multiplicity.LIST;
        }
        return raw.isArray() ? Multiplicity.ARRAY : Multiplicity.ONE;
    }

    boolean isOptional() {
        return optional;
    }

    boolean isPrimitive() {
        return multiplicity == Multiplicity.ONE && element.isPrimitive();
    }

    boolean isMultiple() {
        return multiplicity != Multiplicity.ONE;
    }

    /**
     * Returns whether an empty text is a value. It is one for text and lists; for a number or date it means that the
     * value is missing.
     */
    boolean takesEmptyText() {
        return multiplicity != Multiplicity.ONE
                || CharSequence.class.isAssignableFrom(element)
                || element == Object.class;
    }

    /** Returns the value for a missing parameter. */
    @Nullable
    Object absent() {
        return optional ? Optional.empty() : null;
    }

    String description() {
        return multiplicity == Multiplicity.ONE ? elementDescription : "a list, each element " + elementDescription;
    }

    /**
     * Converts these texts, at least one.
     *
     * @throws Exception if a text is not a value of this type
     */
    Object convert(List<String> texts) throws Exception {
        Object value = switch (multiplicity) {
            case ONE -> conversion.convert(singleText(texts));
            case LIST -> converted(texts, new ArrayList<>());
            case SET -> converted(texts, new LinkedHashSet<>());
            case ARRAY -> array(converted(texts, new ArrayList<>()));
        };
        return optional ? Optional.of(value) : value;
    }

    /**
     * Selects the text for a single value: the first one, or for a string all of them joined by commas, as Spring does.
     */
    private String singleText(List<String> texts) {
        return texts.size() > 1 && element == String.class ? String.join(",", texts) : texts.getFirst();
    }

    private <C extends Collection<Object>> C converted(List<String> texts, C target) throws Exception {
        for (String text : parts(texts)) target.add(conversion.convert(text));
        return target;
    }

    /** Splits a single text at commas. */
    private static List<String> parts(List<String> texts) {
        if (texts.size() > 1) return texts;
        String text = texts.getFirst();
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    private Object array(List<Object> values) {
        Object array = Array.newInstance(element, values.size());
        for (int i = 0; i < values.size(); i++) Array.set(array, i, values.get(i));
        return array;
    }
}

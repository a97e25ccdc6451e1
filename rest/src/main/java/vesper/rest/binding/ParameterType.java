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
    private enum Many {
        ONE,
        LIST,
        SET,
        ARRAY
    }

    private final Class<?> element;
    private final Many many;
    private final boolean optional;
    private final TextConversion conversion;
    private final String words;

    private ParameterType(
            Class<?> element, Many many, boolean optional, TextConversion conversion, AnnotatedElement declaredAt) {
        this.element = element;
        this.many = many;
        this.optional = optional;
        this.conversion = conversion;
        this.words = StatedBounds.words(element, declaredAt);
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
        Many many = manyOf(raw);
        Class<?> element = switch (many) {
            case ONE -> raw;
            case LIST, SET -> Types.rawOf(Types.argumentOf(type));
            case ARRAY -> raw.getComponentType();
        };
        return DateTimeForm.conversion(element, declaredAt)
                .or(() -> TextConversion.to(element))
                .map(conversion -> new ParameterType(element, many, optional, conversion, declaredAt));
    }

    private static Many manyOf(Class<?> raw) {
        if (raw == Set.class || raw == LinkedHashSet.class) return Many.SET;
        if (raw == List.class || raw == Collection.class || raw == Iterable.class || raw == ArrayList.class) {
            return Many.LIST;
        }
        return raw.isArray() ? Many.ARRAY : Many.ONE;
    }

    boolean isOptional() {
        return optional;
    }

    boolean isPrimitive() {
        return many == Many.ONE && element.isPrimitive();
    }

    boolean isOfMany() {
        return many != Many.ONE;
    }

    /**
     * Returns whether an empty text is a value. It is one for text and lists; for a number or date it means that the
     * value is missing.
     */
    boolean takesEmptyText() {
        return many != Many.ONE || CharSequence.class.isAssignableFrom(element) || element == Object.class;
    }

    /** Returns the value for a missing parameter. */
    @Nullable
    Object absent() {
        return optional ? Optional.empty() : null;
    }

    String words() {
        return many == Many.ONE ? words : "a list, each of it " + words;
    }

    /**
     * Converts these texts, at least one.
     *
     * @throws Exception if a text is not a value of this type
     */
    Object convert(List<String> texts) throws Exception {
        Object value = switch (many) {
            case ONE -> conversion.convert(one(texts));
            case LIST -> converted(texts, new ArrayList<>());
            case SET -> converted(texts, new LinkedHashSet<>());
            case ARRAY -> array(converted(texts, new ArrayList<>()));
        };
        return optional ? Optional.of(value) : value;
    }

    /**
     * Selects the text for a single value: the first one, or for a string all of them joined by commas, as Spring does.
     */
    private String one(List<String> texts) {
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

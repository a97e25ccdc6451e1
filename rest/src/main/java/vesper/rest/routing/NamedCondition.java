package vesper.rest.routing;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A condition of {@code params} or {@code headers} in Spring's notation: {@code name}, {@code !name},
 * {@code name=value}, {@code name!=value}.
 *
 * @param value null if only the presence of the name matters
 */
public record NamedCondition(String name, @Nullable String value, boolean negated) {
    /**
     * Parses a condition.
     *
     * @throws IllegalArgumentException if it has no name
     */
    public static NamedCondition parse(String text) {
        int equals = text.indexOf('=');
        boolean negated = equals < 0 ? text.startsWith("!") : equals > 0 && text.charAt(equals - 1) == '!';
        String name = equals < 0 ? text.substring(negated ? 1 : 0) : text.substring(0, negated ? equals - 1 : equals);
        if (name.isBlank()) throw new IllegalArgumentException("the condition \"" + text + "\" has no name");
        return new NamedCondition(name.strip(), equals < 0 ? null : text.substring(equals + 1), negated);
    }

    /**
     * Returns whether the values of a name satisfy the condition. If there are several, only the first is compared, as
     * in Spring.
     */
    boolean holds(Function<String, List<String>> valuesOf) {
        List<String> values = valuesOf.apply(name);
        boolean isMatch = value == null ? !values.isEmpty() : !values.isEmpty() && value.equals(values.getFirst());
        return isMatch != negated;
    }

    /** Returns whether the condition requires a specific value, which is more specific than presence or absence. */
    boolean requiresValue() {
        return value != null && !negated;
    }

    @Override
    public String toString() {
        String sign = negated ? "!" : "";
        return value == null ? sign + name : name + sign + "=" + value;
    }
}

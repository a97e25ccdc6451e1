package vesper.rest.routing;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One condition of {@code params} or {@code headers}, as Spring writes it: {@code name}, {@code !name},
 * {@code name=value}, {@code name!=value}.
 *
 * @param value null where only the presence of the name counts
 */
public record NamedCondition(String name, @Nullable String value, boolean negated) {
    /**
     * Reads a condition.
     *
     * @throws IllegalArgumentException if it has no name
     */
    public static NamedCondition parse(String text) {
        int equals = text.indexOf('=');
        boolean negated = equals < 0 ? text.startsWith("!") : equals > 0 && text.charAt(equals - 1) == '!';
        String name = equals < 0 ? text.substring(negated ? 1 : 0) : text.substring(0, negated ? equals - 1 : equals);
        if (name.isBlank()) throw new IllegalArgumentException("the condition \"" + text + "\" names nothing");
        return new NamedCondition(name.strip(), equals < 0 ? null : text.substring(equals + 1), negated);
    }

    /** Whether the values under a name are as they should be; of several the first counts, as Spring has it. */
    boolean holds(Function<String, List<String>> valuesOf) {
        List<String> values = valuesOf.apply(name);
        boolean there = value == null ? !values.isEmpty() : !values.isEmpty() && value.equals(values.getFirst());
        return there != negated;
    }

    /** Whether it asks for one value rather than for presence or absence, which is more specific. */
    boolean asksForValue() {
        return value != null && !negated;
    }

    @Override
    public String toString() {
        String sign = negated ? "!" : "";
        return value == null ? sign + name : name + sign + "=" + value;
    }
}

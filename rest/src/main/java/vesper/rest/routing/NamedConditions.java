package vesper.rest.routing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The conditions of a route on parameters or on header fields. A request must satisfy all of them. */
final class NamedConditions {
    static final NamedConditions NONE = new NamedConditions(Set.of());

    private final Set<NamedCondition> all;

    private NamedConditions(Set<NamedCondition> all) {
        this.all = all;
    }

    /**
     * Parses conditions on query parameters.
     *
     * @throws IllegalArgumentException if a condition has no name
     */
    static NamedConditions ofParameters(List<String> texts) {
        if (texts.isEmpty()) return NONE;
        Set<NamedCondition> all = new LinkedHashSet<>();
        for (String text : texts) all.add(NamedCondition.parse(text));
        return new NamedConditions(all);
    }

    /** Parses conditions on header fields, whose names are not case sensitive. */
    static NamedConditions ofHeaders(List<String> texts) {
        if (texts.isEmpty()) return NONE;
        Set<NamedCondition> all = new LinkedHashSet<>();
        for (String text : texts) {
            NamedCondition read = NamedCondition.parse(text);
            all.add(new NamedCondition(read.name().toLowerCase(Locale.ROOT), read.value(), read.negated()));
        }
        return new NamedConditions(all);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    boolean hold(Function<String, List<String>> valuesOf) {
        for (NamedCondition condition : all) if (!condition.holds(valuesOf)) return false;
        return true;
    }

    /** Returns the conditions that are not satisfied, for messages. */
    List<String> unsatisfied(Function<String, List<String>> valuesOf) {
        List<String> unsatisfied = new ArrayList<>();
        for (NamedCondition condition : all) if (!condition.holds(valuesOf)) unsatisfied.add(condition.toString());
        return unsatisfied;
    }

    /** Returns a rank below 2^16: by the number of conditions, then by the number of those that require a value. */
    int specificity() {
        long values = all.stream().filter(NamedCondition::requiresValue).count();
        return Math.min(all.size(), 255) << 8 | (int) Math.min(values, 255);
    }

    /** Returns a text that is equal for the same conditions in any order. */
    String canonicalText() {
        return all.stream().map(NamedCondition::toString).sorted().collect(Collectors.joining(" "));
    }

    boolean hasSameConditions(NamedConditions other) {
        return all.equals(other.all);
    }
}

package vesper.rest.routing;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a route asks of the parameters or of the header fields of its requests; all of it has to hold. */
final class NamedConditions {
    static final NamedConditions NONE = new NamedConditions(Set.of());

    private final Set<NamedCondition> all;

    private NamedConditions(Set<NamedCondition> all) {
        this.all = all;
    }

    /**
     * Conditions on parameters of the query.
     *
     * @throws IllegalArgumentException if one of them has no name
     */
    static NamedConditions ofParameters(List<String> texts) {
        if (texts.isEmpty()) return NONE;
        Set<NamedCondition> all = new LinkedHashSet<>();
        for (String text : texts) all.add(NamedCondition.parse(text));
        return new NamedConditions(all);
    }

    /** As {@link #ofParameters}, on header fields, whose names have no case. */
    static NamedConditions ofHeaders(List<String> texts) {
        if (texts.isEmpty()) return NONE;
        Set<NamedCondition> all = new LinkedHashSet<>();
        for (String text : texts) {
            NamedCondition read = NamedCondition.parse(text);
            all.add(new NamedCondition(read.name().toLowerCase(Locale.ROOT), read.value(), read.negated()));
        }
        return new NamedConditions(all);
    }

    boolean isNone() {
        return all.isEmpty();
    }

    boolean hold(Function<String, List<String>> valuesOf) {
        for (NamedCondition condition : all) if (!condition.holds(valuesOf)) return false;
        return true;
    }

    /** Those that do not hold, for messages. */
    List<String> missed(Function<String, List<String>> valuesOf) {
        List<String> missed = new ArrayList<>();
        for (NamedCondition condition : all) if (!condition.holds(valuesOf)) missed.add(condition.toString());
        return missed;
    }

    /** More of them are more specific, then those that ask for a value; below 2^16. */
    int specificity() {
        long values = all.stream().filter(NamedCondition::asksForValue).count();
        return Math.min(all.size(), 255) << 8 | (int) Math.min(values, 255);
    }

    /** The same text for the same conditions in any order. */
    String sorted() {
        return all.stream().map(NamedCondition::toString).sorted().collect(Collectors.joining(" "));
    }

    boolean sameAs(NamedConditions other) {
        return all.equals(other.all);
    }
}

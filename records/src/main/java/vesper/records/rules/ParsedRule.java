package vesper.records.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.rest.Problem.BadValue;

/** The result of parsing a rule. */
public sealed interface ParsedRule<R> {
    record Valid<R>(R rule) implements ParsedRule<R> {}

    /**
     * The rule is invalid.
     *
     * @param bad every invalid field, with its JSON pointer
     */
    record Invalid<R>(List<BadValue> bad) implements ParsedRule<R> {}

    /** Returns a rule, or the errors if there is none. */
    static <R> ParsedRule<R> of(@Nullable R rule, RuleFields ruleFields) {
        return rule == null ? new Invalid<>(ruleFields.allBad()) : new Valid<>(rule);
    }
}

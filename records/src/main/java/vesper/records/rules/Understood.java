package vesper.records.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.rest.Problem.BadValue;

/** The result of parsing a rule. */
public sealed interface Understood<R> {
    record Right<R>(R rule) implements Understood<R> {}

    /**
     * The rule is invalid.
     *
     * @param bad every invalid field, with its JSON pointer
     */
    record Wrong<R>(List<BadValue> bad) implements Understood<R> {}

    /** Returns a rule, or the errors if there is none. */
    static <R> Understood<R> of(@Nullable R rule, GivenFields given) {
        return rule == null ? new Wrong<>(given.allBad()) : new Right<>(rule);
    }
}

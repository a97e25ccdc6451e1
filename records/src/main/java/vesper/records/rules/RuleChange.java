package vesper.records.rules;

import java.util.List;
import vesper.rest.Problem.BadValue;

/** The outcome of a change to a {@link RuleBook}. Only the first two cases change it. */
public sealed interface RuleChange<R extends Rule> {
    record Stored<R extends Rule>(StoredRule<R> now) implements RuleChange<R> {}

    record Removed<R extends Rule>(R rule) implements RuleChange<R> {}

    /**
     * The rule is invalid.
     *
     * @param bad every invalid field, with its JSON pointer
     */
    record Wrong<R extends Rule>(List<BadValue> bad) implements RuleChange<R> {}

    /**
     * Another rule has the name.
     *
     * @param id of that rule
     */
    record NameTaken<R extends Rule>(String name, String id) implements RuleChange<R> {}

    record NoSuchRule<R extends Rule>(String id) implements RuleChange<R> {}

    /** The rule does not have the version that the change is based on. */
    record Stale<R extends Rule>(StoredRule<R> now) implements RuleChange<R> {}

    record Full<R extends Rule>(int most) implements RuleChange<R> {}

    /** All rules together would be larger than the shared rules may be. */
    record TooLarge<R extends Rule>(String reason) implements RuleChange<R> {}

    /** The disk rejects the change. */
    record NotWritten<R extends Rule>(String reason) implements RuleChange<R> {}

    /**
     * The servers that share the rules do not accept the change now. If the outcome is unknown, it may still take
     * effect.
     */
    record NotShared<R extends Rule>(String reason) implements RuleChange<R> {}
}

package vesper.records.rules;

import java.util.List;
import vesper.rest.Problem.BadValue;

/** What came of changing a {@link RuleBook}. Nothing has changed but with the first two. */
public sealed interface RuleChange<R extends Rule> {
    record Stored<R extends Rule>(StoredRule<R> now) implements RuleChange<R> {}

    record Removed<R extends Rule>(R rule) implements RuleChange<R> {}

    /** @param bad every wrong field, with its JSON pointer */
    record Wrong<R extends Rule>(List<BadValue> bad) implements RuleChange<R> {}

    /** @param id of the rule that has the name */
    record NameTaken<R extends Rule>(String name, String id) implements RuleChange<R> {}

    record NoSuchRule<R extends Rule>(String id) implements RuleChange<R> {}

    /** The rule is not in the version that the change was made against. */
    record Stale<R extends Rule>(StoredRule<R> now) implements RuleChange<R> {}

    record Full<R extends Rule>(int most) implements RuleChange<R> {}

    /** All rules together would be more than the servers take that have them in common. */
    record TooLarge<R extends Rule>(String reason) implements RuleChange<R> {}

    /** The disk does not take it. */
    record NotWritten<R extends Rule>(String reason) implements RuleChange<R> {}

    /** The servers that have the rules in common do not take it, or not now; it may be theirs later on, where nobody knows. */
    record NotShared<R extends Rule>(String reason) implements RuleChange<R> {}
}

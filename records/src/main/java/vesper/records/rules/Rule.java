package vesper.records.rules;

import java.util.Comparator;

/** The common properties of operators' rules. */
public interface Rule {
    /** The matching order: lowest priority first, then by name. */
    Comparator<Rule> ORDER = Comparator.comparingInt(Rule::priority).thenComparing(Rule::name);

    /** Limit of a name's length in characters. */
    int LONGEST_NAME = 100;

    int LOWEST_PRIORITY = -1_000_000;
    int HIGHEST_PRIORITY = 1_000_000;

    /** Identifies the rule in URLs. Derived from its first name and never changed. */
    String id();

    /** Unique among the rules of its kind. */
    String name();

    boolean enabled();

    int priority();

    /**
     * Checks the common properties.
     *
     * @throws IllegalArgumentException if one of them is invalid
     */
    static void check(String id, String name, int priority) {
        if (!RuleIds.isId(id)) throw new IllegalArgumentException("no id of a rule: " + id);
        if (name.isBlank() || name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl))
            throw new IllegalArgumentException("a name has 1 to " + LONGEST_NAME + " printable characters");
        if (priority < LOWEST_PRIORITY || priority > HIGHEST_PRIORITY)
            throw new IllegalArgumentException("priority " + priority + " is out of bounds");
    }
}

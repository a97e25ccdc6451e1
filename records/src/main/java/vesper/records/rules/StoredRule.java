package vesper.records.rules;

/**
 * A rule as a book keeps it.
 *
 * @param version counted up with every change in its book, so that no two states of rules ever have the same; above 0
 */
public record StoredRule<R extends Rule>(R rule, long version) {
    public StoredRule {
        if (version < 1) throw new IllegalArgumentException("version " + version + " is below 1");
    }
}

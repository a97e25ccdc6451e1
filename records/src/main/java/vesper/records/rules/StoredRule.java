package vesper.records.rules;

/**
 * A rule in a book.
 *
 * @param version above 0; every change in the book takes the next number, so no two states of rules share one
 */
public record StoredRule<R extends Rule>(R rule, long version) {
    public StoredRule {
        if (version < 1) throw new IllegalArgumentException("version " + version + " is below 1");
    }
}

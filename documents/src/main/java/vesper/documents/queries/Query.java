package vesper.documents.queries;

import java.util.List;

/**
 * A query over documents. {@code docs/guide/querying-documents.md} teaches the language: words, {@code "phrases"},
 * {@code AND}, {@code OR}, {@code NOT}, parentheses, {@code customer.name:smith}, ranges, and {@code *} at the end of a
 * word.
 */
public final class Query {
    /** Matches every existing document. */
    public static final Query ALL = new Query(new Clause.Everything());

    private final Clause clause;

    Query(Clause clause) {
        this.clause = clause;
    }

    /**
     * Parses a query.
     *
     * @param nowMillis the meaning of {@code now}
     * @throws QueryException with the place of the error and what was expected there
     */
    public static Query parse(String text, long nowMillis) throws QueryException {
        if (text.isBlank()) return ALL;
        return new Query(new QueryReader(QueryText.of(text), nowMillis).read());
    }

    /** Returns a query that matches where both do. */
    public Query and(Query other) {
        return new Query(new Clause.And(List.of(clause, other.clause)));
    }

    /** Returns a matcher of single documents, for one thread. */
    public DocumentMatch match() {
        return new DocumentMatch(clause);
    }

    Clause clause() {
        return clause;
    }
}

package vesper.records.search;

import java.util.ArrayList;
import java.util.List;
import vesper.records.rows.Columns;

/**
 * A parsed query. {@code docs/guide/search.md} describes the language: words, {@code "phrases"}, {@code AND},
 * {@code OR}, {@code NOT}, parentheses, {@code field:value}, ranges, and {@code *} at the end of a word.
 *
 * <p>All conditions must hold for a single row: one exchange, or one addition to a transaction.
 */
public final class Query {
    /** Matches every row. */
    public static final Query ALL = new Query(new Clause.Everything());

    private final Clause clause;

    Query(Clause clause) {
        this.clause = clause;
    }

    /**
     * Parses a query.
     *
     * @param nowMillis the time that {@code now} refers to
     * @throws QueryException if the text is not a valid query; it names the column and what was expected there
     */
    public static Query parse(String text, long nowMillis) throws QueryException {
        if (text.isBlank()) return ALL;
        return new Query(new QueryReader(QueryText.of(text), nowMillis).read());
    }

    /** Returns a query that matches the rows that both queries match. */
    public Query and(Query other) {
        return new Query(new Clause.And(List.of(clause, other.clause)));
    }

    /** Returns a lower bound for the time of matching rows, in milliseconds since 1970. */
    public long earliest() {
        long earliest = Long.MIN_VALUE;
        for (Clause.Numbers time : times()) earliest = Math.max(earliest, time.from());
        return earliest;
    }

    /** Returns an upper bound for the time of matching rows. */
    public long latest() {
        long latest = Long.MAX_VALUE;
        for (Clause.Numbers time : times()) latest = Math.min(latest, time.to());
        return latest;
    }

    Clause clause() {
        return clause;
    }

    private List<Clause.Numbers> times() {
        List<Clause.Numbers> times = new ArrayList<>();
        addTimes(clause, times);
        return times;
    }

    private static void addTimes(Clause clause, List<Clause.Numbers> times) {
        if (clause instanceof Clause.And(var clauses)) for (Clause each : clauses) addTimes(each, times);
        if (clause instanceof Clause.Numbers numbers && numbers.column().equals(Columns.TIME)) times.add(numbers);
    }
}

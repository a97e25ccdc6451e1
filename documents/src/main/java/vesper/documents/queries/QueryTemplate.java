package vesper.documents.queries;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A query with variables, such as {@code owner:@caller.name}. A variable stands for texts that are known later, and
 * matches a value that equals one of them letter by letter. A variable can also be tested alone:
 * {@code @caller.group:clerks} is true for all documents or for none. The texts are never read as part of the query.
 */
public final class QueryTemplate {
    private static final Clause NOTHING = new Clause.Not(new Clause.Everything());

    private final String text;
    private final Clause clause;

    private QueryTemplate(String text, Clause clause) {
        this.text = text;
        this.clause = clause;
    }

    /**
     * Parses a template.
     *
     * @param variables names of the variables that it may have, {@code caller.name}
     * @param nowMillis the meaning of {@code now}
     * @throws QueryException with the place of the error and what was expected there
     */
    public static QueryTemplate parse(String text, Set<String> variables, long nowMillis) throws QueryException {
        if (text.isBlank()) throw new QueryException(1, "expected a query; * matches every document");
        return new QueryTemplate(text, new QueryReader(QueryText.of(text), nowMillis, new TreeSet<>(variables)).read());
    }

    /**
     * Returns the query for these texts.
     *
     * @param texts by the names of the variables; a variable without texts matches nothing
     */
    public Query bind(Map<String, Set<String>> texts) {
        return new Query(bound(clause, texts));
    }

    private static Clause bound(Clause clause, Map<String, Set<String>> texts) {
        return switch (clause) {
            case Clause.Not(var inner) -> new Clause.Not(bound(inner, texts));
            case Clause.And(var clauses) ->
                new Clause.And(clauses.stream().map(each -> bound(each, texts)).toList());
            case Clause.Or(var clauses) ->
                new Clause.Or(clauses.stream().map(each -> bound(each, texts)).toList());
            case Clause.Variable(var field, var name) -> equal(field, texts.getOrDefault(name, Set.of()));
            case Clause.VariableTest(var name, var wanted) -> {
                Set<String> known = texts.getOrDefault(name, Set.of());
                boolean isMet = wanted.isPresent() ? known.contains(wanted.get()) : !known.isEmpty();
                yield isMet ? new Clause.Everything() : NOTHING;
            }
            case Clause.Everything _,
                    Clause.Id _,
                    Clause.Words _,
                    Clause.Numbers _,
                    Clause.Times _,
                    Clause.Present _,
                    Clause.Exact _ -> clause;
        };
    }

    private static Clause equal(String field, Set<String> texts) {
        if (texts.isEmpty()) return NOTHING;
        if (!field.equals("_id")) return new Clause.Exact(field, Set.copyOf(texts));
        List<Clause> ids =
                texts.stream().<Clause>map(text -> new Clause.Id(text, false)).toList();
        return new Clause.Or(ids);
    }

    /** Returns the text of the template. */
    @Override
    public String toString() {
        return text;
    }
}

package vesper.documents.queries;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import org.apache.lucene.queryparser.flexible.core.QueryNodeParseException;
import org.apache.lucene.queryparser.flexible.core.nodes.AndQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.BooleanQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.BoostQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.FieldQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.FuzzyQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.GroupQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.ModifierQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.ModifierQueryNode.Modifier;
import org.apache.lucene.queryparser.flexible.core.nodes.OrQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.QueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.QuotedFieldQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.SlopQueryNode;
import org.apache.lucene.queryparser.flexible.core.util.UnescapedCharSequence;
import org.apache.lucene.queryparser.flexible.standard.nodes.TermRangeQueryNode;
import org.apache.lucene.queryparser.flexible.standard.parser.ParseException;
import org.apache.lucene.queryparser.flexible.standard.parser.StandardSyntaxParser;
import org.apache.lucene.queryparser.flexible.standard.parser.Token;

/** Converts the syntax tree of Lucene's parser to clauses, and rejects syntax that has no meaning here. */
final class QueryReader {
    private static final String WORDS_BETWEEN = "\"…\"~N: phrases with words between are not known here";
    private static final int MOST_CLAUSES = 256;
    /** The name that Lucene's parser gives to the field of a word without one. */
    private static final String ANYWHERE = "";

    private final QueryText text;
    private final String ready;
    private final Fields fields;
    private int clauses;

    QueryReader(QueryText text, long nowMillis) {
        this(text, nowMillis, Collections.emptySortedSet());
    }

    /** @param variables names of the variables that the query may have; empty if it is no template */
    QueryReader(QueryText text, long nowMillis, SortedSet<String> variables) {
        this.text = text;
        this.ready = text.toString();
        this.fields = new Fields(nowMillis, variables);
    }

    /**
     * A value in a query.
     *
     * @param isPhrase whether it is in quotation marks
     * @param isPrefix whether a {@code *} follows it
     * @param column its place, counted from 1
     */
    record Value(String text, boolean isPhrase, boolean isPrefix, int column) {
        /** Returns whether this is a single {@code *}, which stands for any value. */
        boolean isOpen() {
            return !isPhrase && (text.equals("*") || (isPrefix && text.isEmpty()));
        }
    }

    record Range(Value from, boolean includesFrom, Value to, boolean includesTo) {
        boolean isHalfOpen() {
            return from.isOpen() || to.isOpen();
        }
    }

    Clause read() throws QueryException {
        try {
            return clause(new StandardSyntaxParser().parse(ready, ANYWHERE));
        } catch (ParseException wrong) {
            throw syntax(wrong);
        } catch (QueryNodeParseException _) {
            throw noQuery();
        } catch (NumberFormatException _) {
            // Lucene's parser reads only the number after a phrase without checking it first.
            throw new QueryException(text.column(ready.indexOf("\"~") + 1), WORDS_BETWEEN);
        }
    }

    private Clause clause(QueryNode node) throws QueryException {
        return switch (node) {
            case GroupQueryNode group -> clause(group.getChild());
            case ModifierQueryNode modifier -> {
                Clause inner = clause(modifier.getChild());
                yield modifier.getModifier() == Modifier.MOD_NOT ? new Clause.Not(inner) : inner;
            }
            case OrQueryNode any -> any(any.getChildren());
            case AndQueryNode all -> new Clause.And(clauses(all.getChildren()));
            case BooleanQueryNode all -> new Clause.And(clauses(all.getChildren()));
            case SlopQueryNode slop -> throw new QueryException(signBehind(slop, '~'), WORDS_BETWEEN);
            case BoostQueryNode boost ->
                throw new QueryException(signBehind(boost, '^'), "^N: there is no ranking, so nothing can be boosted");
            case FuzzyQueryNode fuzzy ->
                throw new QueryException(
                        column(fuzzy), "~: words are not searched fuzzily; name them with OR, or end one with *");
            case TermRangeQueryNode range -> range(range);
            case QuotedFieldQueryNode quoted ->
                named(quoted, new Value(quoted.getTextAsString(), true, false, column(quoted) - 1));
            case FieldQueryNode word -> named(word, word(word));
            default ->
                throw new QueryException(
                        text.column(Math.max(0, ready.indexOf("fn:"))), "functions (fn:) are not supported");
        };
    }

    private List<Clause> clauses(List<QueryNode> nodes) throws QueryException {
        List<Clause> clauses = new ArrayList<>();
        for (QueryNode node : nodes) clauses.add(clause(node));
        return clauses;
    }

    /** Next to clauses that are required with a plus, the others are optional, so they are left out. */
    private Clause any(List<QueryNode> nodes) throws QueryException {
        List<QueryNode> required =
                nodes.stream().filter(QueryReader::isRequired).toList();
        return required.isEmpty() ? new Clause.Or(clauses(nodes)) : new Clause.And(clauses(required));
    }

    private static boolean isRequired(QueryNode node) {
        return node instanceof ModifierQueryNode modifier && modifier.getModifier() == Modifier.MOD_REQ;
    }

    private Clause named(FieldQueryNode node, Value value) throws QueryException {
        count(value.column());
        String field = node.getFieldAsString();
        if (field.equals(ANYWHERE)) return fields.anywhere(value);
        return fields.equal(field, fieldColumn(field, node.getBegin()), value);
    }

    private Clause range(TermRangeQueryNode node) throws QueryException {
        FieldQueryNode lower = node.getLowerBound();
        String field = lower.getFieldAsString();
        count(column(lower));
        if (field.equals(ANYWHERE)) {
            throw new QueryException(column(lower), "a range needs a field: amount:[10 TO 20]");
        }
        var range =
                new Range(bound(lower), node.isLowerInclusive(), bound(node.getUpperBound()), node.isUpperInclusive());
        return fields.range(field, fieldColumn(field, lower.getBegin()), range);
    }

    private Value bound(FieldQueryNode node) {
        return new Value(node.getTextAsString(), false, false, column(node));
    }

    private void count(int column) throws QueryException {
        if (++clauses > MOST_CLAUSES) throw new QueryException(column, "the query has more than 256 words and fields");
    }

    private Value word(FieldQueryNode node) throws QueryException {
        CharSequence word = node.getText();
        int last = word.length() - 1;
        for (int i = 0; i < last; i++) if (isWildcard(word, i)) throw wildcard(node, i);
        boolean isPrefix = last >= 0 && isWildcard(word, last);
        if (isPrefix && word.charAt(last) == '?') throw wildcard(node, last);
        String whole = word.toString();
        return new Value(isPrefix ? whole.substring(0, last) : whole, false, isPrefix, column(node));
    }

    private static boolean isWildcard(CharSequence word, int at) {
        return (word.charAt(at) == '*' || word.charAt(at) == '?') && !UnescapedCharSequence.wasEscaped(word, at);
    }

    private QueryException wildcard(FieldQueryNode node, int at) {
        return new QueryException(
                column(node) + at,
                "'" + node.getText().charAt(at) + "' stands for other characters only as a * at the end of a word; "
                        + "with a \\ before it, it stands for itself");
    }

    private int column(FieldQueryNode node) {
        return text.column(node.getBegin());
    }

    private int fieldColumn(String field, int before) {
        int at = ready.lastIndexOf(field, before);
        return text.column(at < 0 ? before : at);
    }

    /** Returns the column of a sign that follows the first word or phrase of a node. */
    private int signBehind(QueryNode node, char sign) {
        QueryNode first = node;
        while (!(first instanceof FieldQueryNode)
                && first.getChildren() != null
                && !first.getChildren().isEmpty()) first = first.getChildren().getFirst();
        int from = first instanceof FieldQueryNode word ? Math.max(0, word.getEnd()) : 0;
        return text.column(Math.max(0, ready.indexOf(sign, from)));
    }

    private QueryException syntax(ParseException wrong) {
        if (wrong.currentToken == null || wrong.currentToken.next == null) return noQuery();
        Token found = wrong.currentToken.next;
        boolean isEnd = found.kind == 0;
        boolean isOperandMissing = Arrays.stream(wrong.expectedTokenSequences)
                .anyMatch(expected -> wrong.tokenImage[expected[0]].equals("<TERM>"));
        return new QueryException(
                text.column(isEnd ? ready.length() : found.beginColumn),
                (isEnd ? "the query ends" : "'" + found.image + "' stands") + " where "
                        + (isOperandMissing ? "a word, a phrase, a field or '('" : "another word, AND, OR or the end")
                        + " was expected");
    }

    private static QueryException noQuery() {
        return new QueryException(0, "this is no query; what stands for itself needs quotation marks");
    }
}

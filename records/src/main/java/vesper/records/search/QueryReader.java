package vesper.records.search;

import java.util.ArrayList;
import java.util.List;
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
    /** The name that Lucene's parser gives to terms without a field. */
    private static final String NO_FIELD = "";

    private final QueryText text;
    private final Fields fields;
    private int clauses;

    QueryReader(QueryText text, long nowMillis) {
        this.text = text;
        this.fields = new Fields(nowMillis);
    }

    Clause read() throws QueryException {
        try {
            return clause(new StandardSyntaxParser().parse(text.toString(), NO_FIELD));
        } catch (ParseException wrong) {
            throw syntax(wrong);
        } catch (QueryNodeParseException wrong) {
            throw new QueryException(0, "this is no query; what stands for itself needs quotation marks");
        } catch (NumberFormatException notWhole) {
            // Lucene's parser reads the number of a phrase's slop without validating it.
            int column = text.column(text.toString().indexOf("\"~") + 1);
            throw new QueryException(column, WORDS_BETWEEN);
        }
    }

    private Clause clause(QueryNode node) throws QueryException {
        return switch (node) {
            case GroupQueryNode group -> clause(group.getChild());
            case ModifierQueryNode modifier
            when modifier.getModifier() == Modifier.MOD_NOT -> new Clause.Not(clause(modifier.getChild()));
            case ModifierQueryNode modifier -> clause(modifier.getChild());
            case OrQueryNode or -> or(or.getChildren());
            case AndQueryNode and -> new Clause.And(clauses(and.getChildren()));
            case BooleanQueryNode all -> new Clause.And(clauses(all.getChildren()));
            case SlopQueryNode slop -> throw new QueryException(columnOf('~', slop), WORDS_BETWEEN);
            case BoostQueryNode boost ->
                throw new QueryException(columnOf('^', boost), "^N: there is no ranking, so nothing can be boosted");
            case FuzzyQueryNode fuzzy ->
                throw new QueryException(
                        column(fuzzy), "~: words are not searched fuzzily; name them with OR, or end one with *");
            case TermRangeQueryNode range -> range(range);
            case QuotedFieldQueryNode quoted -> {
                var value = new Value(quoted.getTextAsString(), true, false, column(quoted) - 1);
                yield value(quoted, value);
            }
            case FieldQueryNode term -> value(term, term(term));
            default ->
                throw new QueryException(
                        text.column(Math.max(0, text.toString().indexOf("fn:"))), "functions (fn:) are not supported");
        };
    }

    private List<Clause> clauses(List<QueryNode> nodes) throws QueryException {
        List<Clause> all = new ArrayList<>();
        for (QueryNode node : nodes) all.add(clause(node));
        return all;
    }

    /** Combines alternatives. If some are required by a plus, the others are irrelevant. */
    private Clause or(List<QueryNode> nodes) throws QueryException {
        List<QueryNode> required = nodes.stream()
                .filter(node ->
                        node instanceof ModifierQueryNode modifier && modifier.getModifier() == Modifier.MOD_REQ)
                .toList();
        return required.isEmpty() ? new Clause.Or(clauses(nodes)) : new Clause.And(clauses(required));
    }

    private Clause value(FieldQueryNode node, Value value) throws QueryException {
        count(value.column());
        String field = node.getFieldAsString();
        if (field.equals(NO_FIELD)) return fields.anywhere(value);
        return fields.equal(field, fieldColumn(field, node.getBegin()), value);
    }

    private Clause range(TermRangeQueryNode node) throws QueryException {
        FieldQueryNode lower = node.getLowerBound();
        FieldQueryNode upper = node.getUpperBound();
        String field = lower.getFieldAsString();
        int column = column(lower);
        count(column);
        if (field.equals(NO_FIELD)) throw new QueryException(column, "a range needs a field: status:[500 TO 599]");
        var range = new Fields.Range(
                new Value(lower.getTextAsString(), false, false, column),
                node.isLowerInclusive(),
                new Value(upper.getTextAsString(), false, false, column(upper)),
                node.isUpperInclusive());
        return fields.range(field, fieldColumn(field, lower.getBegin()), range);
    }

    private void count(int column) throws QueryException {
        if (++clauses > MOST_CLAUSES) throw new QueryException(column, "the query has more than 256 words and fields");
    }

    private Value term(FieldQueryNode node) throws QueryException {
        CharSequence term = node.getText();
        int last = term.length() - 1;
        for (int i = 0; i <= last; i++) {
            boolean isWildcard =
                    (term.charAt(i) == '*' || term.charAt(i) == '?') && !UnescapedCharSequence.wasEscaped(term, i);
            if (!isWildcard || (i == last && term.charAt(i) == '*')) continue;
            throw new QueryException(
                    column(node) + i,
                    "'" + term.charAt(i) + "' stands for other characters only as a * at the end of a word; "
                            + "with a \\ before it, it stands for itself");
        }
        boolean isPrefix = last >= 0 && term.charAt(last) == '*' && !UnescapedCharSequence.wasEscaped(term, last);
        String text = term.toString();
        return new Value(isPrefix ? text.substring(0, last) : text, false, isPrefix, column(node));
    }

    /** Returns the column of an operator that follows the first term of a node. */
    private int columnOf(char sign, QueryNode node) {
        QueryNode first = node;
        while (!(first instanceof FieldQueryNode)
                && first.getChildren() != null
                && !first.getChildren().isEmpty()) first = first.getChildren().getFirst();
        int from = first instanceof FieldQueryNode word ? Math.max(0, word.getEnd()) : 0;
        return text.column(Math.max(0, text.toString().indexOf(sign, from)));
    }

    private int column(FieldQueryNode node) {
        return text.column(node.getBegin());
    }

    private int fieldColumn(String field, int before) {
        int at = text.toString().lastIndexOf(field, before);
        return text.column(at < 0 ? before : at);
    }

    private QueryException syntax(ParseException wrong) {
        if (wrong.currentToken == null || wrong.currentToken.next == null) {
            return new QueryException(0, "this is no query; what stands for itself needs quotation marks");
        }
        Token found = wrong.currentToken.next;
        boolean isEnd = found.kind == 0;
        int column = text.column(isEnd ? text.toString().length() : found.beginColumn);
        String what = isEnd ? "the query ends" : "'" + found.image + "' stands";
        boolean isOperandMissing = false;
        for (int[] sequence : wrong.expectedTokenSequences) {
            isOperandMissing |= wrong.tokenImage[sequence[0]].equals("<TERM>");
        }
        String expected = isOperandMissing ? "a word, a phrase, a field or '('" : "another word, AND, OR or the end";
        return new QueryException(column, what + " where " + expected + " was expected");
    }

    /**
     * A value of a query.
     *
     * @param isPhrase true if it was in quotation marks
     * @param isPrefix true if a {@code *} followed it
     * @param column position in the query, counted from 1
     */
    record Value(String text, boolean isPhrase, boolean isPrefix, int column) {
        boolean isOpen() {
            return !isPhrase && (text.equals("*") || (isPrefix && text.isEmpty()));
        }
    }
}

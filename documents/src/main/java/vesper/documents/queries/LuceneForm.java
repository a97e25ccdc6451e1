package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;

/** Translates a query to a Lucene query that finds the same documents. */
final class LuceneForm {
    /** Bound on the words that may end one phrase with a prefix, such as {@code PO-1*}. */
    static final int MOST_ENDINGS = 4096;

    private final IndexReader reader;

    LuceneForm(IndexReader reader) {
        this.reader = reader;
    }

    /** @throws QueryException if too many words may end a phrase */
    org.apache.lucene.search.Query of(Clause clause) throws QueryException, IOException {
        return switch (clause) {
            case Clause.Everything() -> MatchAllDocsQuery.INSTANCE;
            case Clause.Not(var inner) ->
                new BooleanQuery.Builder()
                        .add(MatchAllDocsQuery.INSTANCE, Occur.FILTER)
                        .add(of(inner), Occur.MUST_NOT)
                        .build();
            case Clause.And(var clauses) -> all(clauses);
            case Clause.Or(var clauses) -> {
                var any = new BooleanQuery.Builder().setMinimumNumberShouldMatch(1);
                for (Clause each : clauses) any.add(of(each), Occur.SHOULD);
                yield any.build();
            }
            case Clause.Id(var text, var isPrefix) ->
                isPrefix ? new PrefixQuery(IndexFields.id(text)) : new TermQuery(IndexFields.id(text));
            case Clause.Words(var path, var words, var isLastPrefix) ->
                isLastPrefix ? beginning(path, words) : phrase(path, words);
            case Clause.Numbers(var path, var from, var to) ->
                range(IndexFields.NUMBER, path, IndexFields.sortable(from), IndexFields.sortable(to));
            case Clause.Times(var path, var from, var to) -> range(IndexFields.TIME, path, from, to);
            case Clause.Exact(var field, var texts) -> exact(Paths.hashOf(field), texts);
            case Clause.Variable _, Clause.VariableTest _ ->
                throw new IllegalStateException("a template must be bound first");
            case Clause.Present(var path) -> new TermQuery(IndexFields.present(path));
        };
    }

    /** Finds candidates by the words of the texts, or by any value at the path if a text has no words. */
    private static org.apache.lucene.search.Query exact(long path, Set<String> texts) {
        var candidates = new BooleanQuery.Builder().setMinimumNumberShouldMatch(1);
        boolean haveWords = true;
        for (String text : texts) {
            List<byte[]> words = List.copyOf(Words.of(text));
            haveWords &= !words.isEmpty() && words.size() <= Clause.Words.MOST_WORDS;
            if (haveWords) candidates.add(phrase(path, words), Occur.SHOULD);
        }
        return new ExactQuery(
                haveWords ? candidates.build() : new TermQuery(IndexFields.present(path)),
                path,
                texts.stream().map(text -> text.getBytes(UTF_8)).toList());
    }

    /** Adds negated clauses as exclusions from the others, so that they need not enumerate all other documents. */
    private org.apache.lucene.search.Query all(List<Clause> clauses) throws QueryException, IOException {
        var all = new BooleanQuery.Builder();
        boolean isPositive = false;
        for (Clause each : clauses) {
            if (each instanceof Clause.Not(var inner)) {
                all.add(of(inner), Occur.MUST_NOT);
            } else {
                all.add(of(each), Occur.FILTER);
                isPositive = true;
            }
        }
        if (!isPositive) all.add(MatchAllDocsQuery.INSTANCE, Occur.FILTER);
        return all.build();
    }

    private static org.apache.lucene.search.Query phrase(long path, List<byte[]> words) {
        if (words.size() == 1) return new TermQuery(IndexFields.word(path, words.getFirst()));
        var phrase = new PhraseQuery.Builder();
        for (byte[] word : words) phrase.add(IndexFields.word(path, word));
        return phrase.build();
    }

    private org.apache.lucene.search.Query beginning(long path, List<byte[]> words) throws QueryException, IOException {
        Term last = IndexFields.word(path, words.getLast());
        if (words.size() == 1) return new PrefixQuery(last);
        var phrase = new MultiPhraseQuery.Builder();
        for (byte[] word : words.subList(0, words.size() - 1)) phrase.add(IndexFields.word(path, word));
        phrase.add(endings(last).toArray(Term[]::new));
        return phrase.build();
    }

    private List<Term> endings(Term beginning) throws QueryException, IOException {
        List<Term> endings = new ArrayList<>();
        for (LeafReaderContext leaf : reader.leaves()) addEndings(leaf, beginning, endings);
        // A Lucene phrase needs a last term; a term that occurs nowhere makes it match nothing.
        return endings.isEmpty()
                ? List.of(beginning)
                : endings.stream().distinct().toList();
    }

    private static void addEndings(LeafReaderContext leaf, Term beginning, List<Term> endings)
            throws QueryException, IOException {
        Terms terms = leaf.reader().terms(beginning.field());
        if (terms == null) return;
        TermsEnum each = terms.iterator();
        if (each.seekCeil(beginning.bytes()) == TermsEnum.SeekStatus.END) return;
        for (BytesRef term = each.term(); term != null; term = each.next()) {
            if (!StringHelper.startsWith(term, beginning.bytes())) return;
            if (endings.size() >= MOST_ENDINGS) {
                throw new QueryException(
                        0,
                        "more than " + MOST_ENDINGS
                                + " words begin as the last one of a phrase does; write more of it");
            }
            endings.add(new Term(beginning.field(), BytesRef.deepCopyOf(term)));
        }
    }

    private static org.apache.lucene.search.Query range(String field, long path, long from, long to) {
        return LongPoint.newRangeQuery(field, new long[] {path, from}, new long[] {path, to});
    }
}

package vesper.documents.queries;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ConstantScoreScorer;
import org.apache.lucene.search.ConstantScoreWeight;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Finds documents with a text at a path that equals one of these, letter by letter. Words find the candidates; their
 * {@link Row} decides. A text longer than {@link Row#LONGEST_TEXT} bytes is found by nobody.
 */
final class ExactQuery extends Query {
    private static final float COST = 50;

    private final Query candidates;
    private final long path;
    private final List<byte[]> texts;

    /** @param candidates finds all documents that may match, and possibly others */
    ExactQuery(Query candidates, long path, List<byte[]> texts) {
        this.candidates = candidates;
        this.path = path;
        this.texts = texts;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) throws IOException {
        Weight ofCandidates = searcher.rewrite(candidates).createWeight(searcher, ScoreMode.COMPLETE_NO_SCORES, 1);
        return new ConstantScoreWeight(this, boost) {
            @Override
            public @Nullable ScorerSupplier scorerSupplier(LeafReaderContext context) throws IOException {
                ScorerSupplier supplier = ofCandidates.scorerSupplier(context);
                if (supplier == null) return null;
                Scorer scorer = supplier.get(Long.MAX_VALUE);
                BinaryDocValues rows = DocValues.getBinary(context.reader(), IndexFields.ROW);
                return new DefaultScorerSupplier(new ConstantScoreScorer(score(), scoreMode, new Check(scorer, rows)));
            }

            @Override
            public boolean isCacheable(LeafReaderContext context) {
                return false;
            }
        };
    }

    /** Reads the rows of the candidates. */
    private final class Check extends TwoPhaseIterator {
        private final BinaryDocValues rows;
        private final Row row = new Row();

        Check(Scorer candidates, BinaryDocValues rows) {
            super(candidates.iterator());
            this.rows = rows;
        }

        @Override
        public boolean matches() throws IOException {
            if (!rows.advanceExact(approximation.docID())) return false;
            BytesRef bytes = rows.binaryValue();
            row.on(bytes.bytes, bytes.offset, bytes.length);
            while (row.next(path)) if (!row.isNumber() && isWanted()) return true;
            return false;
        }

        private boolean isWanted() {
            for (byte[] text : texts) {
                if (Arrays.equals(row.bytes(), row.textFrom(), row.textTo(), text, 0, text.length)) return true;
            }
            return false;
        }

        @Override
        public float matchCost() {
            return COST;
        }
    }

    @Override
    public void visit(QueryVisitor visitor) {
        visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
        return "exact(" + path + ", " + texts.size() + " texts)";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExactQuery query
                && path == query.path
                && candidates.equals(query.candidates)
                && texts.size() == query.texts.size()
                && IntStream.range(0, texts.size()).allMatch(i -> Arrays.equals(texts.get(i), query.texts.get(i)));
    }

    @Override
    public int hashCode() {
        return Objects.hash(path, candidates, texts.size());
    }
}

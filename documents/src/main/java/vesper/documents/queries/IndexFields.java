package vesper.documents.queries;

import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/**
 * What is in the index. Whatever paths documents have, these fields are all, so nobody can make the index grow wide.
 * {@code docs/formats/document-index.md} lists them.
 */
final class IndexFields {
    /** The whole id, as it is. */
    static final String ID = "id";
    /** Words anywhere. */
    static final String WORD = "word";
    /** For each value at a path the hash of the path, and then that with each of its words. */
    static final String AT = "at";
    /** Two dimensions: the hash of the path, and the number. */
    static final String NUMBER = "number";
    /** Two dimensions: the hash of the path, and milliseconds since 1970. */
    static final String TIME = "time";
    /** The {@link Row}. */
    static final String ROW = "row";

    static final FieldType ID_TYPE = new FieldType();
    static final FieldType WORDS_TYPE = new FieldType();
    static final FieldType ROW_TYPE = new FieldType();

    static {
        ID_TYPE.setIndexOptions(IndexOptions.DOCS);
        ID_TYPE.setOmitNorms(true);
        ID_TYPE.setTokenized(false);
        ID_TYPE.freeze();
        WORDS_TYPE.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
        WORDS_TYPE.setOmitNorms(true);
        WORDS_TYPE.freeze();
        ROW_TYPE.setDocValuesType(DocValuesType.BINARY);
        ROW_TYPE.freeze();
    }

    private IndexFields() {}

    static Term id(String id) {
        return new Term(ID, id);
    }

    /** @param path {@link Paths#NONE} for anywhere */
    static Term word(long path, byte[] word) {
        return path == Paths.NONE
                ? new Term(WORD, new BytesRef(word))
                : new Term(AT, new BytesRef(termAt(path, word, word.length)));
    }

    static Term present(long path) {
        return new Term(AT, new BytesRef(termAt(path, new byte[0], 0)));
    }

    static byte[] termAt(long path, byte[] word, int length) {
        var term = new byte[Long.BYTES + length];
        Row.LONGS.set(term, 0, path);
        System.arraycopy(word, 0, term, Long.BYTES, length);
        return term;
    }

    /** Sorted as the numbers are. */
    static long sortable(double number) {
        return NumericUtils.doubleToSortableLong(number);
    }
}

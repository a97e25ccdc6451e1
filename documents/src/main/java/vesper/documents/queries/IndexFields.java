package vesper.documents.queries;

import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.Term;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;

/**
 * The fields of the index. Documents may have any paths, yet these are all fields, so no client can make the index grow
 * wide. {@code docs/formats/document-index.md} lists them.
 */
final class IndexFields {
    /** The whole id, not split into words. */
    static final String ID = "id";
    /** All words of the document. */
    static final String WORD = "word";
    /** The hash of each value's path, and the hash followed by each word of the value. */
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

    /** @param path {@link Paths#NONE} for any text of the document */
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

    /** Converts a number to a long that sorts in the same order. */
    static long sortable(double number) {
        return NumericUtils.doubleToSortableLong(number);
    }
}

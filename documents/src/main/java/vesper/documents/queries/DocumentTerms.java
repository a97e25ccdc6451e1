package vesper.documents.queries;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.util.BytesRef;

/** Converts a document to its fields in the index. Used by one thread, for one document after the other. */
final class DocumentTerms implements DocumentSink {
    private final TermList anywhere = new TermList();
    private final TermList atPaths = new TermList();
    private final RowWriter row = new RowWriter();
    private final Words words = new Words(this::word);
    private final DocumentWalk walk = new DocumentWalk(this);
    private final List<IndexableField> fields = new ArrayList<>();

    /** The path of the current value. */
    private long path = Paths.NONE;

    /** Returns the fields of a document, valid until the next call. */
    List<IndexableField> of(SearchedDocument document) {
        fields.clear();
        anywhere.clear();
        atPaths.clear();
        row.start(document);
        walk.show(document);
        fields.add(new Field(IndexFields.ID, document.id(), IndexFields.ID_TYPE));
        fields.add(new Field(IndexFields.WORD, anywhere, IndexFields.WORDS_TYPE));
        fields.add(new Field(IndexFields.AT, atPaths, IndexFields.WORDS_TYPE));
        fields.add(new Field(IndexFields.ROW, new BytesRef(row.bytes(), 0, row.length()), IndexFields.ROW_TYPE));
        return fields;
    }

    @Override
    public void text(String text) {
        path = Paths.NONE;
        words.scan(text);
    }

    @Override
    public void endOfText() {
        anywhere.gap();
    }

    @Override
    public void value(long path, ValueKind kind, String text) {
        row.value(path, kind, text);
        this.path = path;
        // The path alone comes between the words of two values, so a phrase cannot span them.
        if (path != Paths.NONE) atPaths.addAt(path, new byte[0], 0);
        words.scan(text);
    }

    @Override
    public void number(long path, double number) {
        row.number(path, number);
        fields.add(new LongPoint(IndexFields.NUMBER, path, IndexFields.sortable(number)));
    }

    @Override
    public void time(long path, long millis) {
        fields.add(new LongPoint(IndexFields.TIME, path, millis));
    }

    @Override
    public void cut() {
        atPaths.addAt(Paths.CUT, new byte[0], 0);
    }

    private void word(byte[] folded, int length) {
        anywhere.add(folded, length);
        if (path != Paths.NONE) atPaths.addAt(path, folded, length);
    }
}

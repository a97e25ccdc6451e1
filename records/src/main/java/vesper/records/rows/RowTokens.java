package vesper.records.rows;

import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import vesper.records.blocks.Column;
import vesper.records.blocks.HashSet64;
import vesper.records.text.PayloadForm;
import vesper.records.text.WordHash;

/**
 * Gives all tokens of rows, for the filter of the block that they are put into: each different text of a block is only
 * looked at once. A query relies on every text of a row having been given. Used by one thread, for one block after the
 * other.
 */
public final class RowTokens {
    private final LongConsumer tokens;
    private final RowWords words;
    private final HashSet64 seen = new HashSet64();

    /** @param tokens takes each of them, many more than once */
    public RowTokens(LongConsumer tokens) {
        this.tokens = tokens;
        this.words = RowWords.asTokens(tokens);
    }

    /** What was seen so far is another block's. */
    public void beginBlock() {
        seen.clear();
    }

    /** Of the record, or of its trace. */
    public void id(long high, long low) {
        if ((high | low) != 0) tokens.accept(RowWords.idToken(high, low));
    }

    /** The value of a column of texts; those without words are passed over. */
    public void text(Column column, byte[] utf8, int from, int length) {
        if (length == 0 || !Columns.hasWords(column) || !isNew(column.id(), utf8, from, length)) return;
        if (column.equals(Columns.PATH)) words.path(utf8, from, length);
        else if (column.equals(Columns.QUERY)) words.query(utf8, from, length);
        else if (column.equals(Columns.STATE)) tokens.accept(RowWords.stateToken(utf8, from, length));
        else words.text(utf8, from, length);
    }

    /** The content of a request or a response. */
    public void payload(byte[] bytes, int from, int length, PayloadForm form) {
        if (length > 0 && isNew(form.name().hashCode(), bytes, from, length)) {
            words.payload(bytes, from, length, form);
        }
    }

    /** What {@link Columns#HEADERS} holds. */
    public void headers(byte[] bytes, int from, int length) {
        int to = from + length;
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && bytes[end] != '\n') end++;
            if (isNew(Columns.HEADERS.id(), bytes, at, end - at)) words.headers(bytes, at, end - at);
            at = end + 1;
        }
    }

    /** What {@link Columns#ADDITIONS} holds. */
    public void additions(ByteBuffer bytes) {
        if (!bytes.hasRemaining()) return;
        words.additions(bytes.duplicate());
        Additions.read(bytes.duplicate(), addition -> {
            if (addition.kind() == Additions.Kind.STATE) tokens.accept(RowWords.stateToken(addition.name()));
        });
    }

    private boolean isNew(int kind, byte[] bytes, int from, int length) {
        return seen.add(WordHash.of(kind, bytes, from, length));
    }
}

package vesper.documents.queries;

import java.util.Arrays;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.util.BytesRef;

/** The terms of one field of one document, collected and then passed to Lucene. Reused, by one thread. */
final class TermList extends TokenStream {
    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
    private final BytesRef current = new BytesRef();

    private byte[] bytes = new byte[1 << 12];
    private int length;
    private int[] ends = new int[1 << 8];
    private int[] increments = new int[1 << 8];
    private int count;
    private int next;
    private int nextIncrement = 1;

    void clear() {
        length = 0;
        count = 0;
        nextIncrement = 1;
    }

    void add(byte[] word, int wordLength) {
        room(wordLength);
        finish(word, wordLength);
    }

    void addAt(long path, byte[] word, int wordLength) {
        room(Long.BYTES + wordLength);
        Row.LONGS.set(bytes, length, path);
        length += Long.BYTES;
        finish(word, wordLength);
    }

    /** Ends a phrase: the terms before and after are not adjacent. */
    void gap() {
        nextIncrement = 2;
    }

    private void finish(byte[] word, int wordLength) {
        System.arraycopy(word, 0, bytes, length, wordLength);
        length += wordLength;
        increments[count] = nextIncrement;
        ends[count++] = length;
        nextIncrement = 1;
    }

    private void room(int more) {
        if (length + more > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        if (count < ends.length) return;
        ends = Arrays.copyOf(ends, count * 2);
        increments = Arrays.copyOf(increments, count * 2);
    }

    @Override
    public void reset() {
        next = 0;
    }

    @Override
    public boolean incrementToken() {
        if (next == count) return false;
        clearAttributes();
        current.bytes = bytes;
        current.offset = next == 0 ? 0 : ends[next - 1];
        current.length = ends[next] - current.offset;
        term.setBytesRef(current);
        increment.setPositionIncrement(increments[next]);
        next++;
        return true;
    }
}

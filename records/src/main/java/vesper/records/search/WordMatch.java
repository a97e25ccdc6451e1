package vesper.records.search;

import java.util.Arrays;
import java.util.List;
import vesper.records.text.WordSink;

/**
 * Matches a phrase of adjacent words. Bit i of {@link #underWay} is set while the last words read equal the words of
 * the phrase up to i (shift-and: Baeza-Yates and Gonnet, CACM 35(10), 1992).
 */
final class WordMatch implements WordSink {
    private final long path;
    private final List<byte[]> words;
    private final boolean isLastPrefix;

    private long underWay;
    private boolean isMet;

    WordMatch(Clause.Words clause) {
        this.path = clause.path();
        this.words = clause.words();
        this.isLastPrefix = clause.isLastPrefix();
    }

    void start() {
        underWay = 0;
        isMet = false;
    }

    boolean isMet() {
        return isMet;
    }

    @Override
    public void word(byte[] folded, int length) {
        if (path == 0) next(folded, length);
    }

    @Override
    public void wordAt(long pathHash, byte[] folded, int length) {
        if (path == pathHash) next(folded, length);
    }

    @Override
    public void valueAt(long pathHash, byte[] utf8, int from, int to) {
        // A phrase may span a name and its value, but not two values at a path.
        if (path == pathHash) underWay = 0;
    }

    @Override
    public void endOfText() {
        underWay = 0;
    }

    private void next(byte[] folded, int length) {
        long reachable = (underWay << 1) | 1;
        underWay = 0;
        int last = words.size() - 1;
        for (int i = 0; i <= last; i++) {
            if ((reachable & (1L << i)) != 0 && isWord(i, folded, length)) underWay |= 1L << i;
        }
        isMet |= (underWay & (1L << last)) != 0;
    }

    private boolean isWord(int index, byte[] folded, int length) {
        return isWord(words.get(index), isLastPrefix && index == words.size() - 1, folded, length);
    }

    /**
     * Checks whether a folded word is the wanted one.
     *
     * @param mayGoOn true if the wanted word is only a prefix
     */
    static boolean isWord(byte[] wanted, boolean mayGoOn, byte[] folded, int length) {
        if (mayGoOn ? length < wanted.length : length != wanted.length) return false;
        return Arrays.equals(wanted, 0, wanted.length, folded, 0, wanted.length);
    }
}

package vesper.documents.queries;

import java.util.Arrays;
import java.util.List;

/**
 * A search for consecutive words. Bit i of {@code underWay} is set if the words up to i were just met (shift-and:
 * Baeza-Yates and Gonnet, CACM 35(10), 1992).
 */
final class WordMatch {
    private final List<byte[]> words;
    private final boolean isLastPrefix;

    private long underWay;
    private boolean isMet;

    WordMatch(Clause.Words clause) {
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

    void word(byte[] folded, int length) {
        long reachable = (underWay << 1) | 1;
        underWay = 0;
        int last = words.size() - 1;
        for (int i = 0; i <= last; i++) {
            if ((reachable & (1L << i)) != 0 && isWord(i, folded, length)) underWay |= 1L << i;
        }
        isMet |= (underWay & (1L << last)) != 0;
    }

    void endOfText() {
        underWay = 0;
    }

    private boolean isWord(int index, byte[] folded, int length) {
        byte[] wanted = words.get(index);
        boolean mayGoOn = isLastPrefix && index == words.size() - 1;
        if (mayGoOn ? length < wanted.length : length != wanted.length) return false;
        return Arrays.equals(wanted, 0, wanted.length, folded, 0, wanted.length);
    }
}

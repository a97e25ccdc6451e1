package vesper.records.search;

import java.util.ArrayList;
import java.util.List;
import vesper.records.text.WordSink;

/**
 * Matches any of several words or phrases. Words are grouped by their first byte, so hundreds of them cost little more
 * than one; phrases are tracked one by one.
 */
final class AnyWordMatch implements WordSink {
    private static final int BYTES = 1 << Byte.SIZE;

    private final List<List<Clause.Words>> byFirstByte = new ArrayList<>();
    private final List<WordMatch> phrases = new ArrayList<>();
    private boolean isMet;

    AnyWordMatch(List<Clause.Words> all) {
        for (int i = 0; i < BYTES; i++) byFirstByte.add(List.of());
        for (Clause.Words each : all) {
            if (each.words().size() > 1) phrases.add(new WordMatch(each));
            else add(each, each.words().getFirst());
        }
    }

    private void add(Clause.Words clause, byte[] word) {
        int first = word[0] & 0xff;
        List<Clause.Words> others = new ArrayList<>(byFirstByte.get(first));
        others.add(clause);
        byFirstByte.set(first, List.copyOf(others));
    }

    void start() {
        isMet = false;
        for (WordMatch phrase : phrases) phrase.start();
    }

    boolean isMet() {
        if (isMet) return true;
        for (WordMatch phrase : phrases) if (phrase.isMet()) return true;
        return false;
    }

    @Override
    public void word(byte[] folded, int length) {
        match(0, folded, length);
        for (int i = 0; i < phrases.size(); i++) phrases.get(i).word(folded, length);
    }

    @Override
    public void wordAt(long pathHash, byte[] folded, int length) {
        match(pathHash, folded, length);
        for (int i = 0; i < phrases.size(); i++) phrases.get(i).wordAt(pathHash, folded, length);
    }

    @Override
    public void valueAt(long pathHash, byte[] utf8, int from, int to) {
        for (int i = 0; i < phrases.size(); i++) phrases.get(i).valueAt(pathHash, utf8, from, to);
    }

    @Override
    public void endOfText() {
        for (int i = 0; i < phrases.size(); i++) phrases.get(i).endOfText();
    }

    private void match(long path, byte[] folded, int length) {
        if (isMet || length == 0) return;
        List<Clause.Words> possible = byFirstByte.get(folded[0] & 0xff);
        for (int i = 0; i < possible.size() && !isMet; i++) {
            Clause.Words clause = possible.get(i);
            isMet = clause.path() == path
                    && WordMatch.isWord(clause.words().getFirst(), clause.isLastPrefix(), folded, length);
        }
    }
}

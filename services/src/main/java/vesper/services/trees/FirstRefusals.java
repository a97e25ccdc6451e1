package vesper.services.trees;

import java.util.ArrayList;
import java.util.List;
import vesper.documents.Refusal;

/**
 * Gathers what is wrong: the first {@value #MOST} are told, or fewer where their places are written in very many
 * characters, of the others how many they are. What was told once is not told again. One thread.
 */
public final class FirstRefusals {
    public static final int MOST = 100;

    /** Names in documents may be thousands of characters long, and a pointer has hundreds of them. */
    private static final int MOST_CHARACTERS = 200_000;

    private final List<Refusal> first = new ArrayList<>();
    private long characters;
    private int others;
    private boolean areMore;

    public void add(String pointer, String reason) {
        Refusal refusal = new Refusal(pointer, reason);
        if (first.contains(refusal)) return;
        long told = characters + pointer.length() + reason.length();
        if (first.size() == MOST || told > MOST_CHARACTERS) {
            others++;
            return;
        }
        characters = told;
        first.add(refusal);
    }

    /** Nobody looked any further. */
    public void addUncounted() {
        areMore = true;
    }

    public boolean isEmpty() {
        return first.isEmpty() && others == 0;
    }

    /** What was told, and a last one about the document that counts the others where there are any. */
    public List<Refusal> toList() {
        List<Refusal> all = new ArrayList<>(first);
        if (others > 0 || areMore) {
            all.add(new Refusal("", "and " + (areMore ? "at least " + (others + 1) : others) + " more"));
        }
        return all;
    }
}

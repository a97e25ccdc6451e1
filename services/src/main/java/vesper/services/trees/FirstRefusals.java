package vesper.services.trees;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import vesper.documents.Refusal;

/**
 * Gathers what is wrong, each place once with all the reasons that it has: the first {@value #MOST} are told, or fewer where
 * they are written in very many characters, of what follows how much it is. One thread.
 */
public final class FirstRefusals {
    public static final int MOST = 100;

    /** Names in documents may be thousands of characters long, and a pointer has hundreds of them. */
    private static final int MOST_CHARACTERS = 200_000;

    private final Map<String, List<String>> reasons = new LinkedHashMap<>();
    private int told;
    private long characters;
    private int others;
    private boolean areMore;

    public void add(String pointer, String reason) {
        if (reasons.getOrDefault(pointer, List.of()).contains(reason)) return;
        long longer = characters + pointer.length() + reason.length();
        if (isFull() || told == MOST || longer > MOST_CHARACTERS) {
            others++;
            return;
        }
        told++;
        characters = longer;
        reasons.computeIfAbsent(pointer, _ -> new ArrayList<>()).add(reason);
    }

    /** Whether one has not been told any more; the others are then only counted, so that nobody need write their places. */
    public boolean isFull() {
        return others > 0;
    }

    /** One more, wherever it is. */
    public void addOther() {
        others++;
    }

    /** Nobody looked any further. */
    public void addUncounted() {
        areMore = true;
    }

    public boolean isEmpty() {
        return reasons.isEmpty() && others == 0;
    }

    /** What was told, and a last one about the document that counts the others where there are any. */
    public List<Refusal> toList() {
        List<Refusal> all = new ArrayList<>();
        reasons.forEach((pointer, these) -> all.add(new Refusal(pointer, String.join("; ", these))));
        if (others > 0 || areMore)
            all.add(new Refusal("", reasons.isEmpty() ? onlyOthers() : "and " + count() + " more"));
        return all;
    }

    private String onlyOthers() {
        return "is wrong at places whose pointers are too long to tell: " + count();
    }

    private String count() {
        return areMore ? "at least " + (others + 1) : String.valueOf(others);
    }
}

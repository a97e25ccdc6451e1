package vesper.services.trees;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import vesper.documents.Refusal;

/**
 * Collects the faults of a document, each place once with all its reasons. The first {@value #MOST} are reported, or
 * fewer if they are very long; the others are only counted. Not thread-safe.
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

    /** Checks whether faults are now only counted. Callers then need not compute their places. */
    public boolean isFull() {
        return others > 0;
    }

    /** Counts a fault without its place. */
    public void addOther() {
        others++;
    }

    /** Records that the check stopped early, so that there may be more faults than were counted. */
    public void addUncounted() {
        areMore = true;
    }

    public boolean isEmpty() {
        return reasons.isEmpty() && others == 0;
    }

    /** Returns the reported faults. If there are others, the last entry has their number and the root as its place. */
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

package vesper.services.trees;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import vesper.documents.Refusal;

/**
 * Collects the faults of a document, each place once with all its reasons. The first {@value #MAX_REPORTED} are
 * reported, or fewer if they are very long; the others are only counted. Not thread-safe.
 */
public final class BoundedRefusals {
    public static final int MAX_REPORTED = 100;

    /** Names in documents may be thousands of characters long, and a pointer has hundreds of them. */
    private static final int MAX_CHARACTERS = 200_000;

    private final Map<String, List<String>> reasons = new LinkedHashMap<>();
    private int reported;
    private long characters;
    private int unreported;
    private boolean isIncomplete;

    public void add(String pointer, String reason) {
        if (reasons.getOrDefault(pointer, List.of()).contains(reason)) return;
        long longer = characters + pointer.length() + reason.length();
        if (isFull() || reported == MAX_REPORTED || longer > MAX_CHARACTERS) {
            unreported++;
            return;
        }
        reported++;
        characters = longer;
        reasons.computeIfAbsent(pointer, _ -> new ArrayList<>()).add(reason);
    }

    /** Checks whether faults are now only counted. Callers then need not compute their places. */
    public boolean isFull() {
        return unreported > 0;
    }

    /** Counts a fault without its place. */
    public void countOther() {
        unreported++;
    }

    /** Records that the check stopped early, so that there may be more faults than were counted. */
    public void markIncomplete() {
        isIncomplete = true;
    }

    public boolean isEmpty() {
        return reasons.isEmpty() && unreported == 0;
    }

    /** Returns the reported faults. If there are others, the last entry has their number and the root as its place. */
    public List<Refusal> toList() {
        List<Refusal> all = new ArrayList<>();
        reasons.forEach((pointer, these) -> all.add(new Refusal(pointer, String.join("; ", these))));
        if (unreported > 0 || isIncomplete)
            all.add(new Refusal("", reasons.isEmpty() ? unreportedOnly() : "and " + count() + " more"));
        return all;
    }

    private String unreportedOnly() {
        return "has faults at places whose pointers are too long to report: " + count();
    }

    private String count() {
        return isIncomplete ? "at least " + (unreported + 1) : String.valueOf(unreported);
    }
}

package vesper.records.search;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds what somebody meant to type. */
final class Nearest {
    private static final int MOST_EDITS = 2;

    private Nearest() {}

    static Optional<String> to(String typed, List<String> known) {
        if (typed.length() > 32) return Optional.empty();
        return known.stream()
                .filter(name -> edits(typed, name) <= MOST_EDITS)
                .min(Comparator.<String>comparingInt(name -> edits(typed, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Characters to change, to add, to leave out (Levenshtein). */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int i = 0; i < row.length; i++) row[i] = i;
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}

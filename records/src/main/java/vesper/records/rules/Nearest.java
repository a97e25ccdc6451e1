package vesper.records.rules;

import java.util.Collection;
import java.util.Comparator;

/** The known name that was probably meant by another one. */
final class Nearest {
    private static final int LONGEST = 40;

    private Nearest() {}

    /** {@code , did you mean …?}, or nothing where no known name is near. */
    static String suggestion(String name, Collection<String> known) {
        if (name.length() > LONGEST) return "";
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .filter(candidate -> distance(name, candidate) <= Math.max(1, candidate.length() / 3))
                .map(near -> ", did you mean " + near + "?")
                .orElse("");
    }

    /** Letters to add, drop or change (Levenshtein). */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) row[j] = j;
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

package vesper.hosting;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody probably meant by a word that is not known. */
final class Spelling {
    private static final int MOST_EDITS = 2;

    private Spelling() {}

    /** The known word that is at most two edits away, the nearest first. */
    static Optional<String> nearest(String word, Collection<String> known) {
        return known.stream()
                .filter(candidate -> edits(word, candidate) <= MOST_EDITS)
                .min(Comparator.comparingInt(candidate -> edits(word, candidate)));
    }

    /** The Levenshtein distance, one row at a time. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) row[j] = j;
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}

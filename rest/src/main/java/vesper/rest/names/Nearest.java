package vesper.rest.names;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests the name that a misspelled one probably stands for. */
public final class Nearest {
    private static final int MAX_LENGTH = 40;

    private Nearest() {}

    /**
     * Returns the known name with the smallest edit distance, which must be at most a third of its length, or one.
     * Among equals, prefers the longest common prefix.
     */
    public static Optional<String> to(String typed, Collection<String> known) {
        if (typed.length() > MAX_LENGTH) return Optional.empty();
        return known.stream()
                .filter(name -> distance(typed, name) <= Math.max(1, name.length() / 3))
                .min(Comparator.<String>comparingInt(name -> distance(typed, name))
                        .thenComparingInt(name -> -common(typed, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Returns {@code , did you mean …?}, or an empty text if no known name is similar. */
    public static String suggestion(String typed, Collection<String> known) {
        return to(typed, known).map(near -> ", did you mean " + near + "?").orElse("");
    }

    private static int common(String one, String other) {
        int at = 0;
        while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) at++;
        return at;
    }

    /**
     * Returns the edit distance: letters to add, delete, change or swap with their neighbour (Damerau-Levenshtein,
     * optimal string alignment).
     */
    private static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) cost[i][0] = i;
        for (int j = 0; j <= to.length(); j++) cost[0][j] = j;
        for (int i = 1; i <= from.length(); i++) {
            for (int j = 1; j <= to.length(); j++) {
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int min = Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                cost[i][j] = isSwapped(from, i, to, j) ? Math.min(min, cost[i - 2][j - 2] + 1) : min;
            }
        }
        return cost[from.length()][to.length()];
    }

    private static boolean isSwapped(String from, int i, String to, int j) {
        return i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1);
    }
}

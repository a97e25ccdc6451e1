package vesper.hosting;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the name that was probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The known name with the fewest letters to change, if they are at most a third of it; the first of equals. */
    static Optional<String> to(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .filter(candidate -> distance(name, candidate) <= Math.max(1, candidate.length() / 3));
    }

    /** Appends {@code , did you mean …?} where a known name is near. */
    public static String suggestion(String name, Collection<String> known) {
        return to(name, known).map(near -> ", did you mean " + near + "?").orElse("");
    }

    /** Letters to add, drop, change or swap with their neighbour (Damerau-Levenshtein, optimal string alignment). */
    private static int distance(String from, String to) {
        int[][] cost = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) cost[i][0] = i;
        for (int j = 0; j <= to.length(); j++) cost[0][j] = j;
        for (int i = 1; i <= from.length(); i++) {
            for (int j = 1; j <= to.length(); j++) {
                int change = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                int least = Math.min(cost[i - 1][j - 1] + change, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                cost[i][j] = swapped(from, i, to, j) ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
            }
        }
        return cost[from.length()][to.length()];
    }

    private static boolean swapped(String from, int i, String to, int j) {
        return i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1)
                && from.charAt(i - 1) != to.charAt(j - 1);
    }
}

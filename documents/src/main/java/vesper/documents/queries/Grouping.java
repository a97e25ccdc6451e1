package vesper.documents.queries;

import java.util.List;

/**
 * Counts what matches by the values at a path. A document with several values there is in several groups, one without any
 * in the group of those.
 *
 * @param path may be {@code _version} too
 * @param figures the paths whose numbers are added up in each group, at most {@value #MOST_FIGURES}
 * @param limit how many groups are told, those with the most documents first, 1 to {@value #MOST_GROUPS}
 */
public record Grouping(String path, List<String> figures, int limit) {
    public static final int MOST_FIGURES = 8;
    /** Of so many different values documents are counted; those whose values come later are not. */
    public static final int MOST_GROUPS = 10_000;

    public Grouping {
        figures = List.copyOf(figures);
        if (figures.size() > MOST_FIGURES) throw new IllegalArgumentException(figures.size() + " figures of a group");
        if (limit < 1 || limit > MOST_GROUPS) throw new IllegalArgumentException("a limit of " + limit + " groups");
    }

    /**
     * What a client asks for.
     *
     * @throws QueryException saying what is asked for too much
     */
    public static Grouping parse(String path, List<String> figures, int limit) throws QueryException {
        if (path.isBlank()) throw new QueryException(0, "there is no name to group by");
        if (figures.size() > MOST_FIGURES) {
            throw new QueryException(
                    0, figures.size() + " figures of a group; at most " + MOST_FIGURES + " are added up");
        }
        if (limit < 1 || limit > MOST_GROUPS) {
            throw new QueryException(0, "a limit of " + limit + " groups; expected 1 to " + MOST_GROUPS);
        }
        return new Grouping(path, figures, limit);
    }
}

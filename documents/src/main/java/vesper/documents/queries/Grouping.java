package vesper.documents.queries;

import java.util.List;

/**
 * A request to count the matching documents by the values at a path. A document with several values there counts in
 * several groups, one without a value in the group of those.
 *
 * @param path path of a value, or {@code _id}, {@code _version} or {@code _time}
 * @param figures paths whose numbers are summed up in each group, at most {@value #MOST_FIGURES}
 * @param limit maximum number of groups to return, those with the most documents first; 1 to {@value #MOST_GROUPS}
 */
public record Grouping(String path, List<String> figures, int limit) {
    public static final int MOST_FIGURES = 8;
    /** Bound on the distinct values that are counted. Documents with further values are not counted for those. */
    public static final int MOST_GROUPS = 10_000;

    public Grouping {
        figures = List.copyOf(figures);
        if (figures.size() > MOST_FIGURES)
            throw new IllegalArgumentException("too many figures for a group: " + figures.size());
        if (limit < 1 || limit > MOST_GROUPS) throw new IllegalArgumentException("invalid limit of groups: " + limit);
    }

    /**
     * Creates a grouping from a client's parameters.
     *
     * @throws QueryException if a parameter is missing or exceeds its bound
     */
    public static Grouping parse(String path, List<String> figures, int limit) throws QueryException {
        if (path.isBlank()) throw new QueryException(0, "the name to group by is missing");
        if (figures.size() > MOST_FIGURES) {
            throw new QueryException(
                    0, figures.size() + " figures of a group; at most " + MOST_FIGURES + " are added up");
        }
        if (limit < 1 || limit > MOST_GROUPS) {
            throw new QueryException(0, "invalid limit of groups: " + limit + "; expected 1 to " + MOST_GROUPS);
        }
        return new Grouping(path, figures, limit);
    }
}

package vesper.documents.queries;

import java.util.List;
import java.util.Optional;

/**
 * The result of a search.
 *
 * @param hits in the requested order; if the search ended early, the first of those seen so far
 * @param next cursor of the next page; empty if nothing follows or the search ended early
 * @param total number of matching documents on all pages; if the search ended early, of those seen so far
 * @param groups empty unless requested
 */
public record SearchResult(
        List<DocumentHit> hits, Optional<Cursor> next, long total, Optional<Groups> groups, End end) {
    /** The reason why a search ended. */
    public enum End {
        /** All documents were searched. */
        COMPLETE,
        TIME_LIMIT,
        CANCELLED
    }

    public boolean isComplete() {
        return end == End.COMPLETE;
    }
}

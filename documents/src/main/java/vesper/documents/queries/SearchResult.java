package vesper.documents.queries;

import java.util.List;
import java.util.Optional;

/**
 * What a search found.
 *
 * @param hits in the order that was asked for; where the search was ended early, of what it had seen
 * @param next where the next page begins; empty where nothing follows or the search was ended early
 * @param total how many documents match, those of other pages included; as many as were seen where it was ended early
 * @param groups where they were asked for
 */
public record SearchResult(List<Hit> hits, Optional<Cursor> next, long total, Optional<Groups> groups, End end) {
    /** Why a search came to its end. */
    public enum End {
        /** Everything was looked at. */
        COMPLETE,
        TIME_LIMIT,
        CANCELLED
    }

    public boolean isComplete() {
        return end == End.COMPLETE;
    }
}

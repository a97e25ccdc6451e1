package vesper.documents.queries;

import java.util.Optional;

/**
 * The state of an index.
 *
 * @param isReady whether it can be searched
 * @param sequence searches find all changes up to this one
 * @param lag number of changes that searches do not find yet
 * @param lagMillis time for which searches have been missing changes; 0 if they find all
 * @param documents number of documents in the index
 * @param isBuilding whether the index is being built
 * @param trouble the current failure, or the reason for a rebuild
 */
public record IndexStatus(
        boolean isReady,
        long sequence,
        long lag,
        long lagMillis,
        long documents,
        boolean isBuilding,
        Optional<String> trouble) {}

package vesper.documents.queries;

import java.util.Optional;

/**
 * How an index is.
 *
 * @param isReady whether it can be searched
 * @param sequence all changes up to this one can be found
 * @param lag how many changes cannot be found yet
 * @param lagMillis for how long something could not; 0 where all can
 * @param documents how many are in it
 * @param isBuilding whether it is made anew
 * @param trouble what goes wrong, or why it is made anew
 */
public record IndexStatus(
        boolean isReady,
        long sequence,
        long lag,
        long lagMillis,
        long documents,
        boolean isBuilding,
        Optional<String> trouble) {}

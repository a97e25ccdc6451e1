package vesper.services.collections;

import java.util.OptionalLong;
import vesper.documents.DocumentCollection;
import vesper.documents.Storage;

/**
 * One of the collections that packages have, in short.
 *
 * @param documents how many there are
 * @param bytes that the versions which are kept take on the disk, as of some moments ago; empty for those in memory
 * @param indexLagMillis for how long something could not be found; empty where there is no index
 */
public record CollectionSummary(
        String name,
        String packageName,
        Storage storage,
        long documents,
        OptionalLong bytes,
        OptionalLong indexLagMillis) {
    static CollectionSummary of(DocumentCollection<?> collection, String packageName, OptionalLong indexLagMillis) {
        return new CollectionSummary(
                collection.name(),
                packageName,
                collection.policy().storage(),
                collection.count(),
                collection.keptBytes(),
                indexLagMillis);
    }
}

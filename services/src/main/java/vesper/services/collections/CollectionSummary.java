package vesper.services.collections;

import java.util.OptionalLong;
import vesper.documents.DocumentCollection;
import vesper.documents.Storage;

/**
 * A summary of a collection that a package has declared.
 *
 * @param documents number of documents
 * @param bytes approximate disk usage of all kept versions; empty for collections in memory
 * @param indexLagMillis age of the oldest change that searches do not find yet; empty if there is no index
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

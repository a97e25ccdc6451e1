package vesper.documents;

import java.util.List;

/**
 * What came of bringing a durable collection to a cluster.
 *
 * @param documents that the cluster has now as they are here, with those that were deleted and are known still
 * @param versions that were stored there, none of them by an earlier attempt
 * @param different documents that the cluster has in another way, which were left as they are there; the first of them
 * @param differing how many there are of those
 */
public record Imported(long documents, long versions, List<DocumentId> different, long differing) {
    public Imported {
        different = List.copyOf(different);
    }
}

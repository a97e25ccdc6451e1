package vesper.documents;

import java.util.List;

/**
 * The result of an import into a cluster.
 *
 * @param documents number of documents that the cluster now has as they are here, tombstones included
 * @param versions number of versions that this attempt stored there
 * @param different the first of the documents that differ in the cluster; they were left as they are there
 * @param differing number of documents that differ
 */
public record ImportResult(long documents, long versions, List<DocumentId> different, long differing) {
    public ImportResult {
        different = List.copyOf(different);
    }
}

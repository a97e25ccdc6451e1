package vesper.documents;

import java.util.List;

/**
 * The digests of one node's documents in a range of ids, from which another node learns whether it has the same.
 *
 * @param log name of the log that the copy follows
 * @param versions number of versions that the collection retains of a document
 * @param since the copy had received everything up to this sequence when the part was started
 * @param upTo the copy had received nothing after this sequence when the part was finished, so a copy that has received
 *     as much has at least these versions
 * @param after id before the first document; empty for the start of the collection
 * @param last id of the last document; empty if the part reaches the end of the collection
 * @param items the documents, except for those that changed during the digest
 */
public record CopyPart(String log, int versions, long since, long upTo, String after, String last, List<Item> items) {
    /**
     * The digests of a document, which may be deleted.
     *
     * @param version number of its newest version
     * @param newest digest of the newest version
     * @param count number of versions in {@code digest}, the newest one included
     * @param digest digest of all those versions
     */
    public record Item(String id, long version, String newest, int count, String digest) {}

    /** Returns whether the range of this part includes an id. */
    public boolean covers(String id) {
        return id.compareTo(after) > 0 && (last.isEmpty() || id.compareTo(last) <= 0);
    }
}

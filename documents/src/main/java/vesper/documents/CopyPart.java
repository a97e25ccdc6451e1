package vesper.documents;

import java.util.List;

/**
 * What a node has of documents that follow one another in the order of their ids, by which another node finds out whether it
 * has the same.
 *
 * @param log which log the copy is of
 * @param versions how many the collection keeps of a document
 * @param since everything that the log has up to this sequence was there when this was begun
 * @param upTo and nothing behind this one when it was done, so that who was told as much has at least these versions
 * @param after it begins behind this id; empty for the first of all
 * @param last it ends with this id; empty where it goes to the end
 * @param items what it has there, except for documents that were changed meanwhile
 */
public record CopyPart(String log, int versions, long since, long upTo, String after, String last, List<Item> items) {
    /**
     * A document, which may be deleted.
     *
     * @param version its newest
     * @param newest the digest of that one
     * @param count of the versions that follow, that one included
     * @param digest of all of those
     */
    public record Item(String id, long version, String newest, int count, String digest) {}

    /** Whether a document would be in it. */
    public boolean covers(String id) {
        return id.compareTo(after) > 0 && (last.isEmpty() || id.compareTo(last) <= 0);
    }
}

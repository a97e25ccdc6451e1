package vesper.peers.documents;

/** The storage of a document. The guarantee for durable documents depends on how the store was started. */
public enum Kind {
    MEMORY,
    DURABLE,
    /**
     * On every node of a cluster; in a store without a cluster, with the storage that it then uses for such documents.
     */
    REPLICATED
}

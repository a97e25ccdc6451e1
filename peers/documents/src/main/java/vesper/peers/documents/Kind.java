package vesper.peers.documents;

/** How a document is kept. What a durable one promises is for the store to say, which was started for one promise. */
public enum Kind {
    MEMORY,
    DURABLE,
    /** On every node of a cluster; where the store is alone, as it keeps such documents then. */
    REPLICATED
}

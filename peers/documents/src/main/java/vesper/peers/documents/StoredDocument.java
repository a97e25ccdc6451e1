package vesper.peers.documents;

/**
 * A document of a store, with its address resolved in advance, so that requests do not spend time on that. Thread-safe.
 */
public interface StoredDocument {
    void create(State state, RequestCallback callback);

    /** Replaces the state, regardless of the version. */
    void put(State state, RequestCallback callback);

    void get(RequestCallback callback);

    /** Returns the number of times it was stored, with a start value that depends on the store. Blocks. */
    long version() throws Exception;

    /**
     * Returns the version that this node has, if several nodes have the document; 0 if it does not know the document.
     */
    default long localVersion() throws Exception {
        return version();
    }
}

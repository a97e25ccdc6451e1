package vesper.peers.documents;

/** A document of a store, addressed once so that a request spends nothing on finding its address. Any thread may call. */
public interface StoredDocument {
    void create(State state, Answer answer);

    /** Replaces the state, whatever the version. */
    void put(State state, Answer answer);

    void get(Answer answer);

    /** How often it was stored so far, counted from wherever the store begins to count. Waits for it. */
    long version() throws Exception;

    /** The same as this very node knows it, where several have the document; one that it does not know has 0. */
    default long copiedVersion() throws Exception {
        return version();
    }
}

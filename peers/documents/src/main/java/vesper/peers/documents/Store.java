package vesper.peers.documents;

import java.io.Closeable;

/** An open store under measurement. */
public interface Store extends Closeable {
    /** Returns a document, which need not exist yet. */
    StoredDocument document(Kind kind, Route route, String id);

    /**
     * Waits until the store has released everything that it keeps temporarily for documents that are no longer
     * accessed.
     */
    void awaitIdle(Kind kind) throws Exception;

    /**
     * Returns the address for the client of another process, or for nodes that join this one.
     *
     * @throws UnsupportedOperationException if the store has none
     */
    String address();

    /**
     * Waits until that number of nodes, including this one, form a cluster in which replicated documents can be
     * accessed.
     */
    void awaitCluster(int count) throws Exception;
}

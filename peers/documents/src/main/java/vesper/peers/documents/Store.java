package vesper.peers.documents;

import java.io.Closeable;

/** A store under measurement, opened. */
public interface Store extends Closeable {
    /** It need not exist yet. */
    StoredDocument document(Kind kind, Route route, String id);

    /** Returns when the store has let go of what it holds for a while of documents that nobody asks for. */
    void rest(Kind kind) throws Exception;

    /** The address for another process's client, or for the nodes that join this one; an exception where the store has none. */
    String address();

    /** Returns when so many nodes are one cluster, this one among them, and replicated documents can be asked for. */
    void awaitNodes(int count) throws Exception;
}

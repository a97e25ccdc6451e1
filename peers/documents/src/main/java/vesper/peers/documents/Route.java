package vesper.peers.documents;

/** The path from a caller to the store. */
public enum Route {
    /** A call in the same JVM. */
    PROCESS,
    /** A loopback socket, through the store's own client. */
    HTTP
}

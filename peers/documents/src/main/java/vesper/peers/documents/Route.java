package vesper.peers.documents;

/** The way from a caller to the store. */
public enum Route {
    /** A call in the same JVM. */
    PROCESS,
    /** A loopback socket, by the store's own client. */
    HTTP
}

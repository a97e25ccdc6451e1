package vesper.peers.documents;

/** The requests of a drive, created one by one as they are sent. Thread-safe. */
@FunctionalInterface
interface Requests {
    /** @param index from 0 on, each used once */
    void send(int index, RequestCallback callback);
}

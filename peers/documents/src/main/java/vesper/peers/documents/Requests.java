package vesper.peers.documents;

/** The requests of a drive, made one by one as they are sent. Any thread may ask, and several at once. */
@FunctionalInterface
interface Requests {
    /** @param index from 0 on, each of them once */
    void ask(int index, Answer answer);
}

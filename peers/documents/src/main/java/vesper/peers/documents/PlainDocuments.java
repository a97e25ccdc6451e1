package vesper.peers.documents;

/** Keys and states of documents without a store, to separate their heap from that of a store. */
final class PlainDocuments {
    private PlainDocuments() {}

    /** Returns the heap that this number of them takes in this JVM. */
    static long heapBytes(int count) {
        var keys = new String[count];
        var states = new State[count];
        long empty = LiveHeap.bytes();
        for (int i = 0; i < count; i++) {
            keys[i] = "idle-" + i;
            states[i] = new State(State.FIRST_NUMBER + i, State.newText());
        }
        long full = LiveHeap.bytes();
        // A read that keeps them reachable until here, so that they are not collected earlier.
        if (!keys[count - 1].startsWith("idle-") || states[count - 1].number() < 0) throw new IllegalStateException();
        return full - empty;
    }
}

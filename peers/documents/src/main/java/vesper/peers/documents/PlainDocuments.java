package vesper.peers.documents;

/** Keys and states of documents without any store: what a store's own heap is told apart from. */
final class PlainDocuments {
    private PlainDocuments() {}

    /** Of so many, on the heap of this JVM. */
    static long heapBytes(int count) {
        var keys = new String[count];
        var states = new State[count];
        long empty = LiveHeap.bytes();
        for (int i = 0; i < count; i++) {
            keys[i] = "idle-" + i;
            states[i] = new State(State.FIRST_NUMBER + i, State.newText());
        }
        long full = LiveHeap.bytes();
        // They are still reachable here, which no collector can know otherwise.
        if (!keys[count - 1].startsWith("idle-") || states[count - 1].number() < 0) throw new IllegalStateException();
        return full - empty;
    }
}

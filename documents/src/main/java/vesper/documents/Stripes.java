package vesper.documents;

/**
 * What the writers of a document hold while they compare and store, shared by many documents so that none pays for a
 * lock of its own. Nobody waits for anything while holding one, but for another one of a higher number.
 */
final class Stripes {
    private static final int COUNT = 256;

    private final Object[] locks = new Object[COUNT];

    Stripes() {
        for (int i = 0; i < COUNT; i++) locks[i] = new Object();
    }

    Object of(DocumentId id) {
        return locks[number(id)];
    }

    int number(DocumentId id) {
        int hash = id.hashCode();
        return (hash ^ hash >>> 16) & (COUNT - 1);
    }
}

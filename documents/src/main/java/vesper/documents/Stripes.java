package vesper.documents;

/**
 * The locks that writers of a document hold while they compare and store. Many documents share a lock, so that none
 * pays for its own. A thread that holds one waits for nothing except another one with a higher number.
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

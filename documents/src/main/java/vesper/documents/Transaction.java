package vesper.documents;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes of several documents of one server that are stored together or not at all, as if no other thread had
 * written in between. At the commit everything that the transaction has read must be unchanged; otherwise its function
 * runs again (optimistic concurrency control; Kung and Robinson, 1981). So a transaction never waits for another one,
 * and its function may run several times. Belongs to the thread that runs the function, and ends with it.
 */
public final class Transaction {
    /** Bound on the documents that one function may read and write. */
    public static final int MOST_DOCUMENTS = 10_000;

    /** Ends the function after a write that was refused. */
    static final class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        RefusedException(String collection, DocumentId id) {
            super("a write to " + id + " in " + collection + " was refused", null, false, false);
        }
    }

    private record Key(int collection, DocumentId id) {}

    private final Documents documents;
    private final Map<Key, TransactionDocument<?>> touched = new LinkedHashMap<>();
    private TransactionOutcome.@Nullable Refused<Object> refused;
    /** Bytes of the writes to durable documents. A repeated write counts each time. */
    private long bytes;

    Transaction(Documents documents) {
        this.documents = documents;
    }

    /** Returns the document as this transaction sees it. */
    public <T> Optional<Document<T>> get(DocumentCollection<T> collection, DocumentId id) {
        return touch(collection, id).document();
    }

    /** Stores a document that does not exist. */
    public <T> void create(DocumentCollection<T> collection, DocumentId id, T value) {
        write(collection, id, Intent.CREATE, Intent.ANY, value);
    }

    /**
     * Stores a document, whether or not it exists. In a strict collection, having read the document counts as naming
     * its version.
     */
    public <T> void put(DocumentCollection<T> collection, DocumentId id, T value) {
        write(collection, id, Intent.PUT, readVersion(collection, id), value);
    }

    /** Stores a document if its version is the expected one, {@link Version#NONE} for one that does not exist. */
    public <T> void put(DocumentCollection<T> collection, DocumentId id, Version expected, T value) {
        write(collection, id, Intent.PUT, expected.number(), value);
    }

    public <T> void delete(DocumentCollection<T> collection, DocumentId id) {
        write(collection, id, Intent.DELETE, readVersion(collection, id), null);
    }

    public <T> void delete(DocumentCollection<T> collection, DocumentId id, Version expected) {
        write(collection, id, Intent.DELETE, expected.number(), null);
    }

    /** Checks the size of the durable writes together, because they become one entry of the journal. */
    private @Nullable Write tooLarge(TransactionDocument<?> written) {
        byte[] body = written.body();
        if (body == null) return null;
        bytes += body.length + LogEntry.MOST_OVERHEAD_BYTES;
        int most = written.in().mostBytes();
        return bytes > most ? new Write.TooLarge(bytes, most) : null;
    }

    private <T> long readVersion(DocumentCollection<T> collection, DocumentId id) {
        boolean wasRead = touched.containsKey(new Key(documents.own(collection).number, id));
        return wasRead ? touch(collection, id).currentVersion() : Intent.ANY;
    }

    private <T> void write(
            DocumentCollection<T> collection, DocumentId id, Intent intent, long expected, @Nullable T value) {
        TransactionDocument<T> touched = touch(collection, id);
        Write why = touched.write(intent, expected, value);
        if (why == null) why = tooLarge(touched);
        if (why == null) return;
        refused = new TransactionOutcome.Refused<>(collection.name(), id, why);
        throw new RefusedException(collection.name(), id);
    }

    @SuppressWarnings("unchecked")
    private <T> TransactionDocument<T> touch(DocumentCollection<T> collection, DocumentId id) {
        StoredCollection<T, ?> in = documents.own(collection);
        var key = new Key(in.number, id);
        TransactionDocument<?> known = touched.get(key);
        if (known != null && !known.in().equals(in)) {
            throw new IllegalArgumentException("collection " + in.name
                    + " was opened twice with different types; a transaction can use only one of them");
        }
        if (known != null) return (TransactionDocument<T>) known;
        if (touched.size() == MOST_DOCUMENTS) {
            throw new IllegalStateException("a transaction reads and writes at most " + MOST_DOCUMENTS + " documents");
        }
        var fresh = new TransactionDocument<>(in, id, in.latestOf(id));
        touched.put(key, fresh);
        return fresh;
    }

    TransactionOutcome.@Nullable Refused<Object> refused() {
        return refused;
    }

    /** Waits until everything that the transaction may have read is visible to all. The caller holds no stripe. */
    void settle() {
        durable().ifPresent(StoredCollection::settle);
    }

    /** Does the same before an exception is thrown. */
    void settleBefore(Throwable thrown) {
        durable().ifPresent(in -> in.settleBefore(thrown));
    }

    boolean wroteDurable() {
        return written().stream().anyMatch(each -> each.in().policy.storage() == Storage.DURABLE);
    }

    private Optional<StoredCollection<?, ?>> durable() {
        for (TransactionDocument<?> each : touched.values()) {
            if (each.in().policy.storage() == Storage.DURABLE) return Optional.of(each.in());
        }
        return Optional.empty();
    }

    Collection<TransactionDocument<?>> touched() {
        return touched.values();
    }

    List<TransactionDocument<?>> written() {
        return touched.values().stream().filter(TransactionDocument::isWritten).toList();
    }

    /**
     * Returns the stripes of all documents of the transaction, each once, in the order in which every thread takes
     * them.
     */
    List<Object> stripes() {
        List<TransactionDocument<?>> ordered = new ArrayList<>(touched.values());
        ordered.sort(Comparator.<TransactionDocument<?>>comparingInt(each -> each.in().number)
                .thenComparingInt(each -> each.in().stripes.number(each.id())));
        return ordered.stream()
                .map(each -> each.in().stripes.of(each.id()))
                .distinct()
                .toList();
    }
}

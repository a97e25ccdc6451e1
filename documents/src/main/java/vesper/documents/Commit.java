package vesper.documents;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import vesper.documents.KeyedLocks.KeyLock;

/**
 * The commit of a transaction: checks, under the stripes of all its documents, that what it read is unchanged, and
 * stores its writes.
 */
final class Commit {
    /** The outcome of one attempt. */
    private sealed interface Attempt {
        record Stored(TransactionEntry entry) implements Attempt {}

        record Changed() implements Attempt {}

        /** Another thread is running an update of one of the documents. */
        record Locked(StoredCollection<?, ?> in, KeyLock lock) implements Attempt {}
    }

    private final Transaction transaction;
    private final List<Object> stripes;

    Commit(Transaction transaction) {
        this.transaction = transaction;
        this.stripes = transaction.stripes();
    }

    /** Returns whether all documents are unchanged since the transaction read them. */
    boolean isAsSeen() {
        return holding(0, () -> transaction.touched().stream().allMatch(TransactionDocument::isAsSeen));
    }

    /**
     * @return what was stored; empty if a document was changed since it was read
     */
    Optional<TransactionEntry> store() {
        while (true) {
            switch (holding(0, this::attempt)) {
                case Attempt.Stored(var entry) -> {
                    return Optional.of(entry);
                }
                case Attempt.Changed() -> {
                    return Optional.empty();
                }
                case Attempt.Locked(var in, var lock) -> {
                    if (in.await(lock) != null) return Optional.empty();
                }
            }
        }
    }

    private Attempt attempt() {
        for (TransactionDocument<?> each : transaction.touched()) {
            KeyLock lock = each.isWritten() ? each.in().heldLock(each.id()) : null;
            if (lock != null) return new Attempt.Locked(each.in(), lock);
            if (!each.isAsSeen()) return new Attempt.Changed();
        }
        List<TransactionDocument<?>> written = transaction.written();
        var entry = new TransactionEntry(written.size());
        // Durable writes come first: they can fail, writes to memory cannot.
        enter(entry, written, Storage.DURABLE);
        entry.append();
        enter(entry, written, Storage.MEMORY);
        return new Attempt.Stored(entry);
    }

    private static void enter(TransactionEntry entry, List<TransactionDocument<?>> written, Storage storage) {
        for (int i = 0; i < written.size(); i++) {
            if (written.get(i).in().policy.storage() == storage) enter(entry, i, written.get(i));
        }
    }

    private static <T> void enter(TransactionEntry entry, int index, TransactionDocument<T> touched) {
        touched.in().enter(entry, index, touched);
    }

    /** Calls a function while holding the stripes from this index on. */
    private <R> R holding(int from, Supplier<R> act) {
        if (from == stripes.size()) return act.get();
        synchronized (stripes.get(from)) {
            return holding(from + 1, act);
        }
    }
}

package vesper.documents;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import vesper.journal.Journal;

/**
 * All documents of a server, in collections that are opened by name. Any thread may call any method.
 *
 * <pre>
 * DocumentCollection&lt;Note&gt; notes =
 *         documents.collection("notes", StateForm.of(Note.class, codec), CollectionPolicy.MEMORY);
 * switch (notes.put(id, new Version(3), note)) { … }
 * </pre>
 */
public final class Documents implements Closeable {
    private static final int MOST_ATTEMPTS = 100;
    private static final int MOST_NAME_CHARACTERS = 100;
    private static final long UPKEEP_MILLIS = 1000;
    private static final String COPIES = "copies";

    private final InstantSource clock;
    private final DocumentsOptions options;
    private final KeyedLocks.LockWaits lockWaits = new KeyedLocks.LockWaits();
    private final Map<String, StoredCollection<?, ?>> collections = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Upkeep upkeep = new Upkeep("documents-upkeep", UPKEEP_MILLIS, this::upkeep);

    /** Null if all documents are in memory. */
    private final @Nullable DurableStore store;
    /** Null if there is no cluster. */
    private final @Nullable Copies copies;
    /** Held while the view of durable documents is updated. */
    private final Object keeping = new Object();

    private Documents(
            InstantSource clock,
            DocumentsOptions options,
            @Nullable DurableStore store,
            @Nullable Path copies,
            SharedLog.@Nullable Opening logs) {
        this.clock = clock;
        this.options = options;
        this.store = store;
        this.copies = copies == null || logs == null ? null : new Copies(copies, options, clock, logs, upkeep::wake);
    }

    /**
     * Opens the documents in a folder, which is created if missing. Only one process may have it open at a time.
     *
     * @throws IOException if the files cannot be used; the exception says why, and no document is changed
     */
    public static Documents open(Path folder, InstantSource clock, DocumentsOptions options) throws IOException {
        return opened(folder, clock, options, Journal::open, null);
    }

    /** Opens the documents of a cluster node, whose replicated collections use these logs. */
    public static Documents ofNode(Path folder, InstantSource clock, DocumentsOptions options, SharedLog.Opening logs)
            throws IOException {
        return opened(folder, clock, options, Journal::open, logs);
    }

    static Documents open(
            Path folder, InstantSource clock, DocumentsOptions options, DurableStore.JournalOpening journal)
            throws IOException {
        return opened(folder, clock, options, journal, null);
    }

    private static Documents opened(
            Path folder,
            InstantSource clock,
            DocumentsOptions options,
            DurableStore.JournalOpening journal,
            SharedLog.@Nullable Opening logs)
            throws IOException {
        DurableStore store = DurableStore.open(folder, options, journal);
        var documents = new Documents(clock, options, store, copiesIn(folder), logs);
        store.start(documents.upkeep::wake);
        documents.upkeep.start();
        return documents;
    }

    /**
     * Returns the folder of a node's copies of replicated documents, inside its folder of documents. It has the layout
     * of a documents folder, and the copies are durable collections in it.
     */
    public static Path copiesIn(Path folder) {
        return folder.resolve(COPIES);
    }

    /** Creates documents that are all in memory. */
    public static Documents inMemory(InstantSource clock, DocumentsOptions options) {
        var documents = new Documents(clock, options, null, null, null);
        documents.upkeep.start();
        return documents;
    }

    /**
     * Opens a collection without a validator; see {@link #collection(String, StateForm, CollectionPolicy, Validator)}.
     */
    public <T> DocumentCollection<T> collection(String name, StateForm<T> form, CollectionPolicy policy) {
        return collection(name, form, policy, Validator.none());
    }

    /**
     * Opens a collection. If it is already open, opens the same documents in another form and under another policy.
     * Holders of the earlier form may continue to use it; both see the same documents. Retention and expiry follow the
     * policy that was opened last.
     *
     * @param name 1 to 100 letters, digits, {@code -}, {@code _} and {@code .}, starting with a letter or digit
     * @throws IllegalStateException if it is open in another storage
     */
    public synchronized <T> DocumentCollection<T> collection(
            String name, StateForm<T> form, CollectionPolicy policy, Validator<T> validator) {
        requireName(name);
        StoredCollection<?, ?> known = collections.get(name);
        if (known != null && known.policy.storage() != policy.storage()) throw storageDiffers(known);
        StoredCollection<T, ?> opened = known != null
                ? reopen(known, form, policy, validator)
                : switch (policy.storage()) {
                    case MEMORY ->
                        new MemoryCollection<>(
                                -numbers.incrementAndGet(), name, policy, form, validator, lockWaits, options, clock);
                    case DURABLE -> durable(name, form, policy, validator);
                    case REPLICATED -> replicated(name, form, policy, validator);
                };
        collections.put(name, opened);
        return opened;
    }

    private <T> DurableCollection<T> durable(
            String name, StateForm<T> form, CollectionPolicy policy, Validator<T> validator) {
        DurableStore in = store;
        if (in == null)
            throw new IllegalArgumentException(name + " is durable, but these documents are in memory only");
        try {
            VersionIndex<T> index = in.index(name, Retention.of(policy));
            return DurableCollection.open(index, in, policy, form, validator, lockWaits, options, clock);
        } catch (IOException failure) {
            throw cannotBeOpened(name, failure);
        }
    }

    private <T> ReplicatedCollection<T> replicated(
            String name, StateForm<T> form, CollectionPolicy policy, Validator<T> validator) {
        if (copies == null)
            throw new IllegalArgumentException(name + " is replicated, but this server is not in a cluster");
        try {
            return copies.open(name, form, policy, validator, lockWaits);
        } catch (IOException failure) {
            throw cannotBeOpened(name, failure);
        }
    }

    private <T> StoredCollection<T, ?> reopen(
            StoredCollection<?, ?> known, StateForm<T> form, CollectionPolicy policy, Validator<T> validator) {
        if (policy.storage() != Storage.MEMORY) {
            try {
                setRetention(known.name, policy);
            } catch (IOException failure) {
                throw cannotBeOpened(known.name, failure);
            }
        }
        return known.withForm(policy, form, validator);
    }

    private void setRetention(String name, CollectionPolicy policy) throws IOException {
        if (store != null && policy.storage() == Storage.DURABLE) store.index(name, Retention.of(policy));
        if (copies != null && policy.storage() == Storage.REPLICATED) copies.setRetention(name, policy);
    }

    private static StorageException cannotBeOpened(String name, IOException why) {
        return new StorageException("collection " + name + " cannot be opened: " + why.getMessage(), why);
    }

    private static IllegalStateException storageDiffers(StoredCollection<?, ?> known) {
        return new IllegalStateException("collection " + known.name + " is "
                + known.policy.storage().name().toLowerCase(Locale.ROOT)
                + ": restart the server to change its storage");
    }

    private static void requireName(String name) {
        boolean isName = !name.isEmpty()
                && name.length() <= MOST_NAME_CHARACTERS
                && isLetterOrDigit(name.charAt(0))
                && name.chars().allMatch(c -> isLetterOrDigit(c) || c == '-' || c == '_' || c == '.');
        if (!isName) throw new IllegalArgumentException("invalid collection name \"" + name + "\"");
    }

    private static boolean isLetterOrDigit(int c) {
        return c < 0x80 && Character.isLetterOrDigit(c);
    }

    /**
     * Runs a request whose writes share one time limit: if the cluster's log is silent, all writes on this thread
     * together wait no longer than a single write would.
     */
    public static <R, X extends Throwable> R asOneRequest(ScopedValue.CallableOp<R, X> request) throws X {
        return ScopedValue.where(ReplicatedCollection.BEGUN, System.nanoTime()).call(request);
    }

    /** Returns the open collections. */
    public Collection<DocumentCollection<?>> collections() {
        return List.copyOf(collections.values());
    }

    /**
     * Runs a function that reads and writes several documents, and stores all of its writes or none. If the function
     * throws, nothing is stored and the caller gets the exception.
     *
     * @throws IllegalStateException if it writes a document of which this thread is running an update
     */
    public <R> TransactionOutcome<R> transaction(Function<Transaction, R> function) {
        if (store != null) store.log().requireMayWait();
        for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
            var transaction = new Transaction(this);
            TransactionOutcome<R> outcome = attempt(transaction, function);
            if (outcome != null) return outcome;
        }
        return new TransactionOutcome.Contended<>(MOST_ATTEMPTS);
    }

    /** @return null if a document has changed since the function read it */
    private <R> @Nullable TransactionOutcome<R> attempt(Transaction transaction, Function<Transaction, R> function) {
        TransactionOutcome<R> outcome = outcome(transaction, function);
        // The result may reveal versions that are not synced yet; only a durable commit has waited for them.
        boolean isThere = outcome instanceof TransactionOutcome.Committed && transaction.wroteDurable();
        if (outcome != null && !isThere) transaction.settle();
        return outcome;
    }

    private <R> @Nullable TransactionOutcome<R> outcome(Transaction transaction, Function<Transaction, R> function) {
        R result;
        try {
            result = function.apply(transaction);
        } catch (RuntimeException | Error thrown) {
            // The function may have read one document before another writer's change and a second one after it.
            if (!new Commit(transaction).isAsSeen()) return null;
            if (transaction.refused() == null) {
                transaction.settleBefore(thrown);
                throw thrown;
            }
            return refused(transaction.refused());
        }
        if (transaction.refused() != null) {
            return new Commit(transaction).isAsSeen() ? refused(transaction.refused()) : null;
        }
        Optional<TransactionEntry> entry = new Commit(transaction).store();
        if (entry.isEmpty()) return null;
        return new TransactionOutcome.Committed<>(result, entry.get().await());
    }

    private static <R> TransactionOutcome<R> refused(TransactionOutcome.Refused<Object> refused) {
        return new TransactionOutcome.Refused<>(refused.collection(), refused.id(), refused.why());
    }

    /** Returns a collection of these documents as the type that transactions use. */
    <T> StoredCollection<T, ?> own(DocumentCollection<T> collection) {
        StoredCollection<T, ?> own = switch (collection) {
            case StoredCollection<T, ?> stored -> stored;
        };
        if (!own.isSameAs(collections.get(own.name))) {
            throw new IllegalArgumentException("collection " + own.name + " belongs to other documents");
        }
        if (own.policy.storage() == Storage.REPLICATED) {
            throw new IllegalArgumentException("collection " + own.name
                    + " is replicated; a transaction is over documents in memory and durable ones of one node");
        }
        return own;
    }

    /** Returns the failure of the last round of background work; empty if it succeeded. */
    public Optional<RuntimeException> trouble() {
        return upkeep.trouble();
    }

    /** Returns whether the view of durable documents was unusable at the start and was rebuilt from the journal. */
    public boolean isViewRebuilt() {
        return store != null && store.isViewRebuilt();
    }

    /** Returns the number of documents of each durable collection in the folder, whether or not it is open. */
    public SortedMap<String, Long> durableCounts() {
        SortedMap<String, Long> counts = new TreeMap<>();
        if (store != null) store.indexes().forEach(index -> counts.put(index.name(), index.count()));
        return counts;
    }

    /**
     * Copies the documents of a durable collection into the replicated collection of that name, with their versions,
     * times and keys. The durable documents stay. No other thread or node may write to either collection during the
     * import.
     *
     * @param name of a collection that is not open
     * @param progress receives the number of documents processed so far
     * @throws StorageException if the cluster does not answer; another attempt resumes from there
     */
    public ImportResult importToCluster(String name, LongConsumer progress) {
        DurableStore in = store;
        VersionIndex<JsonText> index = in == null ? null : in.index(name);
        if (in == null || index == null) throw new IllegalArgumentException("there is no durable collection " + name);
        if (collections.containsKey(name))
            throw new IllegalStateException("collection " + name + " is open; import it before it is opened");
        try {
            CollectionPolicy policy = index.retention().in(CollectionPolicy.DURABLE);
            DurableCollection<JsonText> from = DurableCollection.open(
                    index, in, policy, StateForm.json(), Validator.none(), lockWaits, options, clock);
            ReplicatedCollection<JsonText> to =
                    replicated(name, StateForm.json(), policy.in(CollectionPolicy.REPLICATED), Validator.none());
            collections.put(name, to);
            return new Import(from, to, index.firsts(), progress).run();
        } catch (IOException failure) {
            throw cannotBeOpened(name, failure);
        }
    }

    /**
     * Copies all durable documents to a folder that does not exist yet, while writes continue. The copy has every write
     * that was acknowledged before the call. To restore it, open that folder or a copy of it.
     */
    public void copyTo(Path folder) throws IOException {
        DurableStore copied = store;
        if (copied == null) throw new IllegalStateException("documents in memory cannot be copied to a folder");
        synchronized (keeping) {
            copied.copyTo(folder);
        }
    }

    /** Runs a round of upkeep now, which otherwise runs once a second. */
    void settle() {
        upkeep();
    }

    private void upkeep() {
        synchronized (keeping) {
            collections.values().forEach(StoredCollection::upkeep);
            try {
                if (store != null) store.round();
                if (copies != null) copies.round();
            } catch (IOException failure) {
                throw new StorageException("recent writes are only in the journal: " + failure.getMessage(), failure);
            }
        }
    }

    /**
     * Finishes running operations and closes everything.
     *
     * @throws StorageException if the disk has failed, or fails now
     */
    @Override
    public void close() {
        upkeep.close();
        synchronized (keeping) {
            try {
                if (copies != null) copies.close();
                if (store != null) store.close();
            } catch (IOException failure) {
                throw StorageException.stopped(failure);
            }
        }
    }
}

package vesper.documents;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Documents of one kind, each with versions counted from 1. Any thread may call any method.
 *
 * <p>Writes to one document are serialized. A read on this node sees every write that this node acknowledged before the
 * read started. Methods that end in {@code Async} return before the acknowledgement; their writes apply in the order of
 * the calls. A callback of such a future must not wait for another acknowledgement. If the disk is full or fails, every
 * write fails with a {@link StorageException} and is not acknowledged; reads continue.
 *
 * <p>Deleting a document leaves a tombstone, which is a version too; creating the document again continues the count.
 */
public sealed interface DocumentCollection<T> permits StoredCollection {
    String name();

    CollectionPolicy policy();

    /** Returns the current version. */
    Optional<Document<T>> get(DocumentId id);

    /** Returns a version; empty if it is not retained or if the document was deleted in it. */
    Optional<Document<T>> get(DocumentId id, Version version);

    /** Returns the version that was current at that time; empty if it is not retained. */
    Optional<Document<T>> asOf(DocumentId id, Instant time);

    /** Returns the number of the newest version, which may be a deletion; {@link Version#NONE} if there was none. */
    Version version(DocumentId id);

    /**
     * Lists the retained versions, newest first.
     *
     * @param before lists only versions older than this; empty for all
     * @param limit 1 to 1000
     */
    Page<VersionInfo, Version> versions(DocumentId id, Optional<Version> before, int limit);

    /**
     * Lists current documents in the order of their ids. A document that exists throughout the listing is listed;
     * concurrent writes do not hide it.
     *
     * @param after lists only ids after this one; empty for all
     * @param limit 1 to 1000
     */
    Page<Document<T>, DocumentId> list(Optional<DocumentId> after, int limit);

    /**
     * Lists the ids of documents in order, including deleted documents that still have a tombstone.
     *
     * @param after lists only ids after this one; empty for all
     * @param limit 1 to 1000
     */
    Page<DocumentId, DocumentId> ids(Optional<DocumentId> after, int limit);

    /**
     * Waits until reads on this node see everything that any node acknowledged before this call. On a single node the
     * future is complete at once. It fails with a {@link StorageException} if the cluster does not answer.
     */
    CompletableFuture<Void> current();

    /**
     * Returns the age of this node's copy: reads see everything that any node acknowledged that long ago. Zero on a
     * single node; empty if this node has not caught up since its start, or can no longer follow the log.
     */
    Optional<Duration> lag();

    /**
     * Returns whether this node has not caught up since its start, or has fallen half a minute or more behind and is
     * catching up. A node that did catch up once and now receives no answer from the log does not count: no newer state
     * is on its way.
     */
    boolean isCatchingUp();

    /**
     * Returns the term in which this node leads the collection. The leader does the work that is done once for a
     * collection. Each term has its own number, so work started in one term is not mistaken for work of another. If the
     * cluster loses its count of terms, two may have the same number by chance: work that must never be done twice also
     * needs a key. Returns 0 on a single node; empty if another node leads, or none.
     */
    OptionalLong term();

    /** Returns whether this node does the work that is done once for the collection. */
    default boolean isLeader() {
        return term().isPresent();
    }

    /** Returns the number of existing documents. */
    long count();

    /**
     * Returns the bytes that the retained versions take on the disk, as of a few moments ago; empty for a collection in
     * memory.
     */
    OptionalLong keptBytes();

    /** Stores a document that does not exist. */
    Write create(DocumentId id, T value);

    /**
     * Stores a document that does not exist, once for each key. If the key has stored a document before, returns that
     * outcome again and ignores the id and value of this attempt.
     */
    Write create(DocumentId id, T value, IdempotencyKey key);

    /** Stores a document, whether or not it exists. */
    Write put(DocumentId id, T value);

    /** Stores a document if its version is the expected one, {@link Version#NONE} for one that does not exist. */
    Write put(DocumentId id, Version expected, T value);

    /**
     * Replaces the current value by the result of a function. Updates of one document run one at a time, and other
     * writes to it wait, for at most {@link DocumentsOptions#longestUpdateWait}. The function may write to other
     * documents. If it throws, nothing changes and the caller gets the exception.
     */
    Write update(DocumentId id, UnaryOperator<T> next);

    /** Updates a document if its version is the expected one. */
    Write update(DocumentId id, Version expected, UnaryOperator<T> next);

    /**
     * Works like {@link #update}, for functions that may also create, delete, refuse or leave the document unchanged.
     */
    Write decide(DocumentId id, Optional<Version> expected, Decision<T> decision);

    /** Returns whether an update of the document is running, which another write to it would wait for. */
    boolean isBeingUpdated(DocumentId id);

    /**
     * Waits until no update of the document is running, for at most {@link DocumentsOptions#longestUpdateWait}. Call
     * this before a write on a thread that others need too.
     *
     * @return why the wait failed; empty if no update is running
     */
    Optional<Write> awaitUpdate(DocumentId id);

    Write delete(DocumentId id);

    /** Deletes a document if its version is the expected one. */
    Write delete(DocumentId id, Version expected);

    CompletableFuture<Write> createAsync(DocumentId id, T value);

    CompletableFuture<Write> createAsync(DocumentId id, T value, IdempotencyKey key);

    CompletableFuture<Write> putAsync(DocumentId id, T value);

    CompletableFuture<Write> putAsync(DocumentId id, Version expected, T value);

    /**
     * Executes a request once, however often it arrives with this key. If the same request has stored something before,
     * the result is that outcome; if another request used the key's text, it is {@link Write.KeyUsed}.
     */
    CompletableFuture<Write> onceAsync(IdempotencyKey key, Request<T> request);

    /** Works like {@link #decide}, once for each key. */
    Write decideOnce(IdempotencyKey key, DocumentId id, Optional<Version> expected, Decision<T> decision);

    /**
     * Returns the outcome that an earlier attempt with this key stored, as a repeated attempt would get it; empty if
     * there was none.
     */
    Optional<CompletableFuture<Write>> outcomeOf(IdempotencyKey key);

    /** Decides on the calling thread, without waiting for the disk. */
    CompletableFuture<Write> decideAsync(DocumentId id, Optional<Version> expected, Decision<T> decision);

    CompletableFuture<Write> deleteAsync(DocumentId id);

    CompletableFuture<Write> deleteAsync(DocumentId id, Version expected);

    /** Executes writes one after the other, each with its own outcome; they wait for the disk together. */
    List<Write> writeAll(List<Request<T>> requests);

    CompletableFuture<List<Write>> writeAllAsync(List<Request<T>> requests);

    /** Returns the sequence of the newest visible change. */
    long sequence();

    /** Follows all documents, from the first change after this sequence. */
    Feed<T> follow(long after);

    /** Follows one document, from the first change after this sequence of the collection. */
    Feed<T> follow(DocumentId id, long after);
}

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
 * <p>Writes to a document follow one another, and what was stored is seen by every read that begins after the write was
 * acknowledged. Methods that end in {@code Async} return before that; their order is the order in which they were called,
 * and what is called by what waits for them must not wait itself. Where the disk is full or failed they all end with a
 * {@link StorageException}, and nothing was acknowledged; reads go on.
 *
 * <p>A deleted document leaves a tombstone, which is a version too; creating it again goes on counting.
 */
public sealed interface DocumentCollection<T> permits StoredCollection {
    String name();

    CollectionPolicy policy();

    /** The current version. */
    Optional<Document<T>> get(DocumentId id);

    /** A version that is kept; empty where it is not, and where the document was deleted in it. */
    Optional<Document<T>> get(DocumentId id, Version version);

    /** The version that was current then, where it is kept. */
    Optional<Document<T>> asOf(DocumentId id, Instant time);

    /** The newest version, of a deleted document too; {@link Version#NONE} where there was none. */
    Version version(DocumentId id);

    /**
     * The versions that are kept, newest first.
     *
     * @param before lists older ones than this; empty for all
     * @param limit 1 to 1000
     */
    Page<VersionInfo, Version> versions(DocumentId id, Optional<Version> before, int limit);

    /**
     * Current documents in the order of their ids. A document that is there all the while is listed, whatever is written
     * meanwhile.
     *
     * @param after lists those behind this id; empty from the beginning
     * @param limit 1 to 1000
     */
    Page<Document<T>, DocumentId> list(Optional<DocumentId> after, int limit);

    /**
     * The ids of documents, also of deleted ones that are still known of, in their order.
     *
     * @param after lists those behind this id; empty from the beginning
     * @param limit 1 to 1000
     */
    Page<DocumentId, DocumentId> ids(Optional<DocumentId> after, int limit);

    /**
     * Completes when everything can be seen here that was acknowledged before this call, on whatever node; at once where
     * there is one node. Fails with a {@link StorageException} where the cluster does not say what that is.
     */
    CompletableFuture<Void> current();

    /**
     * How long ago everything could be seen here that had been acknowledged anywhere: reads are as of then, or newer. Zero
     * where there is one node; empty where this node has not caught up yet since it was started.
     */
    Optional<Duration> lag();

    /**
     * Whether this node has not caught up yet since it was started, or since it was away for half a minute or more. Where
     * nobody tells it anything new it is not: then its reads are as good as they can be.
     */
    boolean isCatchingUp();

    /**
     * Where this node is the one that does what is done once for a collection, which of the times that is: each has another
     * number, so that what somebody began in one is not taken for what was begun in another. Where the cluster has lost what
     * it counts them by, two have the same by chance, so what must never be done twice needs a key besides. 0 where there is
     * one node; empty where another node leads, or none.
     */
    OptionalLong term();

    /** Whether this node does what is done once for a collection. */
    default boolean isLeader() {
        return term().isPresent();
    }

    /** How many documents there are. */
    long count();

    /** Bytes that the versions which are kept take on the disk, as of some moments ago; empty for those in memory. */
    OptionalLong keptBytes();

    /** Stores a document that is not there. */
    Write create(DocumentId id, T value);

    /**
     * The same. An attempt with a key that has stored a document before has that outcome again, whatever its id and value
     * are now.
     */
    Write create(DocumentId id, T value, IdempotencyKey key);

    /** Stores a document, whether it is there or not. */
    Write put(DocumentId id, T value);

    /** Stores a document if that is its version, {@link Version#NONE} if it is not there. */
    Write put(DocumentId id, Version expected, T value);

    /**
     * Stores what a function makes of the current value. Updates of a document take turns, and other writes to it wait
     * meanwhile, for at most {@link DocumentsOptions#longestTurn}. The function may write to other documents; one that
     * throws changes nothing, and what it threw comes out of here.
     */
    Write update(DocumentId id, UnaryOperator<T> next);

    /** The same if that is its version. */
    Write update(DocumentId id, Version expected, UnaryOperator<T> next);

    /** As {@link #update}, for functions that also create, delete, refuse or leave as it is. */
    Write decide(DocumentId id, Optional<Version> expected, Decision<T> decision);

    /** Whether an update of the document runs, which another write to it would wait for. */
    boolean isInTurn(DocumentId id);

    /**
     * Waits until no update of the document runs, for at most {@link DocumentsOptions#longestTurn}: for who is about to
     * write on a thread that others need too.
     *
     * @return why it was given up; empty where none runs
     */
    Optional<Write> awaitTurn(DocumentId id);

    Write delete(DocumentId id);

    /** Deletes a document if that is its version. */
    Write delete(DocumentId id, Version expected);

    CompletableFuture<Write> createAsync(DocumentId id, T value);

    CompletableFuture<Write> createAsync(DocumentId id, T value, IdempotencyKey key);

    CompletableFuture<Write> putAsync(DocumentId id, T value);

    CompletableFuture<Write> putAsync(DocumentId id, Version expected, T value);

    /**
     * Writes once, however often it is asked for with this key: a request with it that has stored something before has that
     * outcome again, and another request with its text {@link Write.KeyUsed}.
     */
    CompletableFuture<Write> onceAsync(IdempotencyKey key, Request<T> request);

    /** As {@link #decide}, once. */
    Write decideOnce(IdempotencyKey key, DocumentId id, Optional<Version> expected, Decision<T> decision);

    /** What an attempt with a key has stored, as another one with it would have it; empty where there was none. */
    Optional<CompletableFuture<Write>> outcomeOf(IdempotencyKey key);

    /** Decides on the calling thread, and does not wait for the disk. */
    CompletableFuture<Write> decideAsync(DocumentId id, Optional<Version> expected, Decision<T> decision);

    CompletableFuture<Write> deleteAsync(DocumentId id);

    CompletableFuture<Write> deleteAsync(DocumentId id, Version expected);

    /** Writes one after the other, each with an outcome of its own; they wait for the disk together. */
    List<Write> writeAll(List<Request<T>> requests);

    CompletableFuture<List<Write>> writeAllAsync(List<Request<T>> requests);

    /** The sequence of the newest change that can be seen. */
    long sequence();

    /** Follows all documents, from the change after this sequence. */
    Feed<T> follow(long after);

    /** Follows one document, from the change after this sequence of the collection. */
    Feed<T> follow(DocumentId id, long after);
}

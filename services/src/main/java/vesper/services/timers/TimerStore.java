package vesper.services.timers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.Next;
import vesper.documents.Page;
import vesper.documents.StateForm;
import vesper.documents.Storage;
import vesper.documents.StorageException;
import vesper.documents.Version;
import vesper.documents.Write;
import vesper.rest.ProblemType;

/**
 * Stores when the timers of a collection's documents fire. It uses two collections. One holds the timers of each
 * document and is authoritative. The other holds rows whose ids start with the due time, so that a listing starts with
 * the next ones. A row is written before its timer; a row without a timer is deleted when its time has come.
 * Thread-safe; the timers of one document are changed by one thread at a time.
 */
public final class TimerStore {
    /** Prefix of names that are reserved for the platform. */
    public static final String RESERVED_PREFIX = "vesper.";

    private static final String RETRY_AFTER_SECONDS = "1";
    private static final int MAX_NAME_CHARACTERS = 80;
    private static final int DUE_DIGITS = 15;
    private static final Duration TOMBSTONE_TIME = Duration.ofMinutes(1);
    /** Maximum time between writing a row and setting its timer, if the nodes' clocks agree. */
    private static final long MAX_ROW_LEAD_MILLIS = 30_000;

    private final DocumentCollection<DocumentTimers> timers;
    private final DocumentCollection<DueHint> dues;
    private volatile Runnable listener = () -> {};

    private TimerStore(DocumentCollection<DocumentTimers> timers, DocumentCollection<DueHint> dues) {
        this.timers = timers;
        this.dues = dues;
    }

    /**
     * Opens the timers of a collection.
     *
     * @param codec codec for the platform's classes
     * @throws IllegalArgumentException if the collection's name is too long
     */
    public static TimerStore open(Documents documents, String collection, Storage storage, Codec codec) {
        if (collection.length() > MAX_NAME_CHARACTERS) {
            throw new IllegalArgumentException("the name of a collection with timers has at most " + MAX_NAME_CHARACTERS
                    + " characters, not " + collection.length());
        }
        CollectionPolicy policy = switch (storage) {
            case MEMORY -> CollectionPolicy.MEMORY;
            case DURABLE -> CollectionPolicy.DURABLE.withVersions(1).withTombstones(TOMBSTONE_TIME);
            case REPLICATED -> CollectionPolicy.REPLICATED.withVersions(1);
        };
        return new TimerStore(
                documents.collection(timersOf(collection), StateForm.of(DocumentTimers.class, codec), policy),
                documents.collection(dueOf(collection), StateForm.of(DueHint.class, codec), policy));
    }

    /** Returns the names of the collections that store the timers of a collection. */
    public static List<String> collectionsOf(String collection) {
        return List.of(timersOf(collection), dueOf(collection));
    }

    private static String timersOf(String collection) {
        return RESERVED_PREFIX + "timers." + collection;
    }

    private static String dueOf(String collection) {
        return RESERVED_PREFIX + "due." + collection;
    }

    /** Sets a listener that is called when a timer was set. */
    void setListener(Runnable newListener) {
        listener = newListener;
    }

    /** Loads the timers that {@link #change} will read into memory. May wait for the disk. */
    public void load(DocumentId id) {
        timers.get(id);
    }

    /**
     * Changes the timers of a document. The caller holds the document's lock. What it writes to the document's
     * collection afterwards reaches the disk after the timers.
     *
     * @throws StorageException if the disk has failed or is full
     * @throws vesper.rest.ProblemException if the storage is busy
     */
    public void change(DocumentId id, TimerChanges changes) {
        if (changes.isEmpty()) return;
        awaitIfNeeded(update(id, current -> changes.applyTo(timersIn(current), setting(id, current))));
        listener.run();
    }

    /**
     * Returns the number of a new setting, which is the version of the timers that it creates. Returns null unless the
     * documents are replicated: only then must settings be distinguished.
     */
    private @Nullable Long setting(DocumentId id, Optional<Document<DocumentTimers>> current) {
        if (!isReplicated()) return null;
        return current.map(Document::version)
                        .orElseGet(() -> timers.version(id))
                        .number()
                + 1;
    }

    private static DocumentTimers timersIn(Optional<Document<DocumentTimers>> current) {
        return current.map(Document::value).orElse(DocumentTimers.NONE);
    }

    /** Returns the timers of a document that are due. */
    Map<String, TimerState> dueTimers(DocumentId id, long now) {
        Map<String, TimerState> due = new TreeMap<>();
        timers.get(id)
                .ifPresent(current -> current.value().timers().forEach((name, timer) -> {
                    if (timer.due() <= now) due.put(name, timer);
                }));
        return due;
    }

    /**
     * Claims a timer that fires now, for replicated documents. Only the latest claimant can settle the timer
     * afterwards.
     *
     * @return the claimed timer; empty if it was set again, settled or claimed by another node in the meantime
     */
    Optional<TimerState> claim(DocumentId id, String name, TimerState seen, long term) {
        TimerState claimed = seen.withClaim(term);
        var isMine = new AtomicBoolean();
        await(updateTimers(id, current -> {
            isMine.set(seen.equals(current.timers().get(name)));
            return isMine.get() ? current.with(name, claimed) : current;
        }));
        return isMine.get() ? Optional.of(claimed) : Optional.empty();
    }

    /** Completes when this node has seen all timers that any node set before. */
    public CompletableFuture<Void> current() {
        return CompletableFuture.allOf(timers.current(), dues.current());
    }

    /**
     * Sets a timer that fired to its next time, or removes it if that is empty. Does nothing if the timer was set again
     * in the meantime. Waits until the change is visible to readers, so that the timer does not fire again.
     */
    void settle(DocumentId id, String name, TimerState fired, Optional<TimerState> next) {
        await(updateTimers(id, current -> {
            if (!fired.equals(current.timers().get(name))) return current;
            return next.isPresent() ? current.with(name, next.get()) : current.without(name);
        }));
    }

    /** Changes the time or the claim of timers, which keep their setting numbers. */
    private CompletableFuture<Write> updateTimers(DocumentId id, UnaryOperator<DocumentTimers> change) {
        return update(id, current -> change.apply(timersIn(current)));
    }

    private CompletableFuture<Write> update(
            DocumentId id, Function<Optional<Document<DocumentTimers>>, DocumentTimers> change) {
        return timers.decideAsync(id, Optional.empty(), current -> {
            DocumentTimers before = timersIn(current);
            DocumentTimers after = change.apply(current);
            if (after.equals(before)) return new Next.Unchanged<>();
            for (TimerState timer : after.timers().values()) {
                if (!before.hasTimerDueAt(timer.due())) {
                    awaitIfNeeded(dues.putAsync(rowOf(id, timer.due()), new DueHint(id.text(), timer.due())));
                }
            }
            return after.timers().isEmpty() ? new Next.Deleted<>() : new Next.Stored<>(after);
        });
    }

    /**
     * Waits for the outcome of a write only if it is known already or the documents are replicated. In a single
     * journal, a pending write is on disk before any later write, so the caller waits for the last one only.
     */
    private void awaitIfNeeded(CompletableFuture<Write> write) {
        if (write.isDone() || isReplicated()) await(write);
    }

    private boolean isReplicated() {
        return timers.policy().storage() == Storage.REPLICATED;
    }

    private static void await(CompletableFuture<Write> write) {
        try {
            switch (write.join()) {
                // A stale row was written again, for a timer that is set.
                case Write.Stored _, Write.Unchanged _, Write.Missing _, Write.Stale _ -> {}
                case Write failed ->
                    throw ProblemType.UNAVAILABLE
                            .because("A timer could not be set: " + failed)
                            .header("Retry-After", RETRY_AFTER_SECONDS)
                            .exception();
            }
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof StorageException stopped) throw stopped;
            throw failure;
        }
    }

    /**
     * Lists rows in the order of their due times.
     *
     * @param after last row of the previous page; empty for the first page
     */
    Page<DueRow, DocumentId> dueRows(Optional<DocumentId> after, int max) {
        Page<Document<DueHint>, DocumentId> page = dues.list(after, max);
        List<DueRow> rows = page.items().stream()
                .map(row -> new DueRow(
                        row.id(),
                        row.version(),
                        row.storedAt().toEpochMilli(),
                        new DocumentId(row.value().id()),
                        row.value().due()))
                .toList();
        return new Page<>(rows, page.next());
    }

    /**
     * A row of the list of due times.
     *
     * @param row id of the row
     * @param version version of the row
     * @param atMillis time at which it was written
     * @param document document whose timer it may be for
     */
    record DueRow(DocumentId row, Version version, long atMillis, DocumentId document, long due) {}

    /**
     * Deletes a row, in the version that was listed, if no timer is for it.
     *
     * @param isSettled whether a timer that it was for has been changed since
     */
    void drop(DueRow row, boolean isSettled, long now) {
        boolean mayPrecedeTimer = isReplicated() && !isSettled;
        // Another node may be about to set the timer that the row is for.
        if (mayPrecedeTimer && now - row.atMillis() < MAX_ROW_LEAD_MILLIS) return;
        if (mayPrecedeTimer) timers.current().join();
        await(timers.decideAsync(row.document(), Optional.empty(), current -> {
            boolean isWanted =
                    current.map(it -> it.value().hasTimerDueAt(row.due())).orElse(false);
            if (!isWanted) awaitIfNeeded(dues.deleteAsync(row.row(), row.version()));
            return new Next.Unchanged<>();
        }));
    }

    private static DocumentId rowOf(DocumentId id, long due) {
        String digits = Long.toString(due);
        return new DocumentId("0".repeat(DUE_DIGITS - digits.length()) + digits + "." + hash(id.text()));
    }

    /** Returns the first 128 bits of a text's SHA-256, in hex. */
    static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has this algorithm", e);
        }
    }
}

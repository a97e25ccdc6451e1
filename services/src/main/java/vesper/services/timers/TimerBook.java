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
public final class TimerBook {
    /** Prefix of names that are reserved for the platform. */
    public static final String OWN_PREFIX = "vesper.";

    private static final String SOON = "1";
    private static final int MOST_NAME_CHARACTERS = 80;
    private static final int DUE_DIGITS = 15;
    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    /** Maximum time between writing a row and setting its timer, if the nodes' clocks agree. */
    private static final long LONGEST_BEFORE_MILLIS = 30_000;

    private final DocumentCollection<TimersOfDocument> timers;
    private final DocumentCollection<DueDocument> dues;
    private volatile Runnable changed = () -> {};

    private TimerBook(DocumentCollection<TimersOfDocument> timers, DocumentCollection<DueDocument> dues) {
        this.timers = timers;
        this.dues = dues;
    }

    /**
     * Opens the timers of a collection.
     *
     * @param codec codec for the platform's classes
     * @throws IllegalArgumentException if the collection's name is too long
     */
    public static TimerBook open(Documents documents, String collection, Storage storage, Codec codec) {
        if (collection.length() > MOST_NAME_CHARACTERS) {
            throw new IllegalArgumentException("a collection with timers has a name of at most " + MOST_NAME_CHARACTERS
                    + " characters, not " + collection.length());
        }
        CollectionPolicy policy = switch (storage) {
            case MEMORY -> CollectionPolicy.MEMORY;
            case DURABLE -> CollectionPolicy.DURABLE.withVersions(1).withTombstones(REMEMBERED);
            case REPLICATED -> CollectionPolicy.REPLICATED.withVersions(1);
        };
        return new TimerBook(
                documents.collection(timersOf(collection), StateForm.of(TimersOfDocument.class, codec), policy),
                documents.collection(dueOf(collection), StateForm.of(DueDocument.class, codec), policy));
    }

    /** Returns the names of the collections that store the timers of a collection. */
    public static List<String> collectionsOf(String collection) {
        return List.of(timersOf(collection), dueOf(collection));
    }

    private static String timersOf(String collection) {
        return OWN_PREFIX + "timers." + collection;
    }

    private static String dueOf(String collection) {
        return OWN_PREFIX + "due." + collection;
    }

    /** Sets a listener that is called when a timer was set. */
    void whenChanged(Runnable listener) {
        changed = listener;
    }

    /** Loads the timers that {@link #change} will read into memory. May wait for the disk. */
    public void look(DocumentId id) {
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
        if (changes.areNone()) return;
        require(update(id, current -> changes.on(timersIn(current), setting(id, current))));
        changed.run();
    }

    /**
     * Returns the number of a new setting, which is the version of the timers that it creates. Returns null unless the
     * documents are replicated: only then must settings be distinguished.
     */
    private @Nullable Long setting(DocumentId id, Optional<Document<TimersOfDocument>> current) {
        if (!isReplicated()) return null;
        return current.map(Document::version)
                        .orElseGet(() -> timers.version(id))
                        .number()
                + 1;
    }

    private static TimersOfDocument timersIn(Optional<Document<TimersOfDocument>> current) {
        return current.map(Document::value).orElse(TimersOfDocument.NONE);
    }

    /** Returns the timers of a document that are due. */
    Map<String, SetTimer> ringing(DocumentId id, long now) {
        Map<String, SetTimer> due = new TreeMap<>();
        timers.get(id)
                .ifPresent(kept -> kept.value().timers().forEach((name, timer) -> {
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
    Optional<SetTimer> claim(DocumentId id, String name, SetTimer seen, long term) {
        SetTimer claimed = seen.claimedIn(term);
        var isMine = new AtomicBoolean();
        await(adjust(id, kept -> {
            isMine.set(seen.equals(kept.timers().get(name)));
            return isMine.get() ? kept.with(name, claimed) : kept;
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
    void settle(DocumentId id, String name, SetTimer rung, Optional<SetTimer> next) {
        await(adjust(id, kept -> {
            if (!rung.equals(kept.timers().get(name))) return kept;
            return next.isPresent() ? kept.with(name, next.get()) : kept.without(name);
        }));
    }

    /** Changes the time or the claim of timers, which keep their setting numbers. */
    private CompletableFuture<Write> adjust(DocumentId id, UnaryOperator<TimersOfDocument> change) {
        return update(id, current -> change.apply(timersIn(current)));
    }

    private CompletableFuture<Write> update(
            DocumentId id, Function<Optional<Document<TimersOfDocument>>, TimersOfDocument> change) {
        return timers.decideAsync(id, Optional.empty(), current -> {
            TimersOfDocument before = timersIn(current);
            TimersOfDocument after = change.apply(current);
            if (after.equals(before)) return new Next.Unchanged<>();
            for (SetTimer timer : after.timers().values()) {
                if (!before.isSetFor(timer.due())) {
                    require(dues.putAsync(rowOf(id, timer.due()), new DueDocument(id.text(), timer.due())));
                }
            }
            return after.timers().isEmpty() ? new Next.Deleted<>() : new Next.Stored<>(after);
        });
    }

    /**
     * Waits for the outcome of a write only if it is known already or the documents are replicated. In a single
     * journal, a pending write is on disk before any later write, so the caller waits for the last one only.
     */
    private void require(CompletableFuture<Write> begun) {
        if (begun.isDone() || isReplicated()) await(begun);
    }

    private boolean isReplicated() {
        return timers.policy().storage() == Storage.REPLICATED;
    }

    private static void await(CompletableFuture<Write> begun) {
        try {
            switch (begun.join()) {
                // A stale row was written again, for a timer that is set.
                case Write.Stored _, Write.Unchanged _, Write.Missing _, Write.Stale _ -> {}
                case Write refused ->
                    throw ProblemType.UNAVAILABLE
                            .because("A timer could not be set: " + refused)
                            .header("Retry-After", SOON)
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
    Page<DueRow, DocumentId> due(Optional<DocumentId> after, int most) {
        Page<Document<DueDocument>, DocumentId> page = dues.list(after, most);
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
        boolean mayBeEarly = isReplicated() && !isSettled;
        // Another node may be about to set the timer that the row is for.
        if (mayBeEarly && now - row.atMillis() < LONGEST_BEFORE_MILLIS) return;
        if (mayBeEarly) timers.current().join();
        await(timers.decideAsync(row.document(), Optional.empty(), current -> {
            boolean isWanted =
                    current.map(kept -> kept.value().isSetFor(row.due())).orElse(false);
            if (!isWanted) require(dues.deleteAsync(row.row(), row.version()));
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
            throw new IllegalStateException("every Java platform has it", e);
        }
    }
}

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
 * When timers of a collection's documents ring. Kept in two collections: the timers of each document, which are what
 * counts, and rows whose ids begin with the time that one is due, so that the next ones are the first of a listing. A row is
 * written before the timer that it is for, and one that no timer is for is dropped when its time has come. Any thread may
 * call any method; the timers of a document are changed by one at a time.
 */
public final class TimerBook {
    /** What begins like this is the platform's own. */
    public static final String OWN_PREFIX = "vesper.";

    private static final String SOON = "1";
    private static final int MOST_NAME_CHARACTERS = 80;
    private static final int DUE_DIGITS = 15;
    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    /** How long a row may be there before its timer, by clocks that go alike. */
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
     * @param codec of the platform's own classes
     * @throws IllegalArgumentException where its name is too long
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

    /** The collections in which the timers of one are, where it has some. */
    public static List<String> collectionsOf(String collection) {
        return List.of(timersOf(collection), dueOf(collection));
    }

    private static String timersOf(String collection) {
        return OWN_PREFIX + "timers." + collection;
    }

    private static String dueOf(String collection) {
        return OWN_PREFIX + "due." + collection;
    }

    /** Is called when a timer was set. */
    void whenChanged(Runnable listener) {
        changed = listener;
    }

    /** Has in memory what {@link #change} will look at; may wait for the disk. */
    public void look(DocumentId id) {
        timers.get(id);
    }

    /**
     * Changes the timers of a document, while it is the document's turn; what is entered into its collection after this is
     * on the disk after this.
     *
     * @throws StorageException where the disk has failed or is full
     * @throws vesper.rest.ProblemException where it is behind
     */
    public void change(DocumentId id, TimerChanges changes) {
        if (changes.areNone()) return;
        require(update(id, current -> changes.on(timersIn(current), setting(id, current))));
        changed.run();
    }

    /** The version of its document's timers that a timer is set by, where a ring has to be told from all others. */
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

    /** Timers of a document that ring by now. */
    Map<String, SetTimer> ringing(DocumentId id, long now) {
        Map<String, SetTimer> due = new TreeMap<>();
        timers.get(id)
                .ifPresent(kept -> kept.value().timers().forEach((name, timer) -> {
                    if (timer.due() <= now) due.put(name, timer);
                }));
        return due;
    }

    /**
     * Notes that a timer rings now, where several nodes could: from then on only who claimed it settles it, and who did so
     * before does not any more.
     *
     * @return the timer as it is now; empty where it was set anew, settled or claimed by another node meanwhile
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

    /** Completes when this node knows of all timers that any node has set before. */
    public CompletableFuture<Void> current() {
        return CompletableFuture.allOf(timers.current(), dues.current());
    }

    /**
     * Sets a timer that has rung to its next time, or forgets it where that is empty; leaves it alone where it was set anew
     * meanwhile. Waits until everybody sees that, so that it is not rung for again.
     */
    void settle(DocumentId id, String name, SetTimer rung, Optional<SetTimer> next) {
        await(adjust(id, kept -> {
            if (!rung.equals(kept.timers().get(name))) return kept;
            return next.isPresent() ? kept.with(name, next.get()) : kept.without(name);
        }));
    }

    /** What was set stays what it is, at another time or by another's claim. */
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
     * Writes that are not refused are as safe as what is written behind them, where all is in one journal; nobody waits for
     * them alone then.
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
                // A row that is stale was written anew, for a timer that is set.
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
     * What is due.
     *
     * @param after lists what follows on this one; empty from the beginning
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
     * A row of the list of what is due.
     *
     * @param row its own id
     * @param version its own
     * @param atMillis when it was written
     * @param document whose timer it may be
     */
    record DueRow(DocumentId row, Version version, long atMillis, DocumentId document, long due) {}

    /**
     * Drops a row where no timer is for it any more, as it was seen.
     *
     * @param isSettled whether a timer that it was for has been changed since
     */
    void drop(DueRow row, boolean isSettled, long now) {
        boolean mayBeEarly = isReplicated() && !isSettled;
        // Another node may be about to set the timer that it is for.
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

    /** Short for a text, and of no other one. */
    static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has it", e);
        }
    }
}

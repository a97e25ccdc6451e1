package vesper.services.endpoints;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import vesper.documents.Decision;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.IdempotencyKey;
import vesper.documents.Next;
import vesper.documents.Version;
import vesper.documents.Write;
import vesper.http.Request;
import vesper.services.collections.Handlers;
import vesper.services.collections.Handlers.Occasion;
import vesper.services.collections.OpenCollection;
import vesper.services.timers.TimerBook;
import vesper.services.timers.TimerChanges;

/**
 * Has decided what becomes of documents while it is their turn, and does with their timers what their service wants then:
 * they are set before the document is stored, so that none is missing that a stored document relies on.
 */
final class Decisions<T> {
    /** Between looking at a document and writing it others may have written. */
    private static final int MOST_ATTEMPTS = 10;

    private final DocumentCollection<T> documents;
    private final Handlers<T> handlers;
    private final Optional<TimerBook> timers;
    private final StoreCalls store;
    private final InstantSource clock;

    Decisions(OpenCollection<T> collection, StoreCalls store, InstantSource clock) {
        this.documents = collection.documents();
        this.handlers = collection.handlers();
        this.timers = collection.timers();
        this.store = store;
        this.clock = clock;
    }

    /** A decision that may throw anything. */
    @FunctionalInterface
    interface Deciding<T> {
        Next<T> next(Optional<Document<T>> current, Occasion occasion) throws Exception;
    }

    /** A write of a document that has to be in this version. */
    @FunctionalInterface
    interface Attempt {
        Write on(Version expected) throws Exception;
    }

    /** Whether something may be written beside a new document: by its service, or timers. */
    boolean makeMore() {
        return handlers.onCreate().isPresent() || timers.isPresent();
    }

    /** Makes the first state of a document that nobody knows of yet. */
    T made(DocumentId id, T given, Request request) throws Exception {
        if (!makeMore()) return given;
        TimerChanges changes = changes(false);
        Occasion occasion = new Occasion(Optional.of(request), changes);
        T made = handlers.onCreate().isPresent() ? handlers.onCreate().get().make(given, id, occasion) : given;
        if (timers.isPresent()) {
            store.read(() -> {
                timers.get().change(id, changes);
                return made;
            });
        }
        return made;
    }

    /** Decides, and waits until what comes of it is acknowledged. */
    Write decide(DocumentId id, WriteCondition condition, Request request, Deciding<T> deciding) throws Exception {
        return decide(id, condition, request, Optional.empty(), deciding);
    }

    /** The same, once for all requests with a key, if there is one. */
    Write decide(
            DocumentId id,
            WriteCondition condition,
            Request request,
            Optional<IdempotencyKey> once,
            Deciding<T> deciding)
            throws Exception {
        // What a package's code does may take long, so it stays on this thread; then the document is in memory for it.
        store.read(() -> {
            timers.ifPresent(book -> book.look(id));
            return documents.get(id);
        });
        return condition instanceof WriteCondition.Depending depending
                ? depending(id, depending, expected -> decide(id, Optional.of(expected), request, once, deciding))
                : decide(id, condition.expected(), request, once, deciding);
    }

    private Write decide(
            DocumentId id,
            Optional<Version> expected,
            Request request,
            Optional<IdempotencyKey> once,
            Deciding<T> deciding)
            throws Exception {
        Decision<T> decision = current -> Handling.in(() -> next(id, current, request, deciding));
        return Handling.out(() -> once.isPresent()
                ? documents.decideOnce(once.get(), id, expected, decision)
                : documents.decide(id, expected, decision));
    }

    /** Decides, on a thread that may wait for its turn; the condition depends on nothing. */
    CompletableFuture<Write> begin(DocumentId id, WriteCondition condition, Request request, Deciding<T> deciding)
            throws Exception {
        return Handling.out(() -> documents.decideAsync(
                id, condition.expected(), current -> Handling.in(() -> next(id, current, request, deciding))));
    }

    private Next<T> next(DocumentId id, Optional<Document<T>> current, Request request, Deciding<T> deciding)
            throws Exception {
        TimerChanges changes = changes(current.isPresent());
        Next<T> next = deciding.next(current, new Occasion(Optional.of(request), changes));
        if (next instanceof Next.Stored<T>) timers.ifPresent(book -> book.change(id, changes));
        return next;
    }

    /** Timers that are set when a document is created are set first, so that its service can set them otherwise. */
    private TimerChanges changes(boolean isThere) {
        var names = handlers.timers().keySet();
        if (isThere) return TimerChanges.ofDocument(names, clock);
        TimerChanges changes = TimerChanges.ofNewDocument(names, clock);
        handlers.timers()
                .forEach((name, timer) -> timer.after().ifPresent(time -> {
                    if (timer.isAgain()) changes.every(name, time);
                    else changes.after(name, time);
                }));
        return changes;
    }

    /** Writes against the version for which the condition holds. */
    Write depending(DocumentId id, WriteCondition.Depending condition, Attempt attempt) throws Exception {
        for (int n = 0; n < MOST_ATTEMPTS; n++) {
            Optional<Document<T>> current = current(id);
            Version seen = current.map(Document::version).orElse(Version.NONE);
            if (!condition.holds(current)) {
                return current.isPresent() ? new Write.Stale(seen, seen) : new Write.Missing();
            }
            if (documents.policy().strict() && current.isPresent() && !condition.namesVersion()) {
                return new Write.Unnamed(seen);
            }
            Write write = attempt.on(seen);
            boolean isOvertaken = write instanceof Write.Stale || (write instanceof Write.Missing && seen.number() > 0);
            if (!isOvertaken) return write;
        }
        return new Write.Busy();
    }

    private Optional<Document<T>> current(DocumentId id) throws IOException {
        return store.read(() -> documents.get(id));
    }
}

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
 * Calls the functions that decide how documents change, while the document is locked, and applies their changes to its
 * timers. Timers are set before the document is stored, so a stored document never lacks a timer that it relies on.
 */
final class Decisions<T> {
    /**
     * Maximum number of attempts at a conditional write, since other writes may come between its read and its write.
     */
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

    /** A decision that may throw any exception. */
    @FunctionalInterface
    interface Deciding<T> {
        Next<T> next(Optional<Document<T>> current, Occasion occasion) throws Exception;
    }

    /** A write that requires a version of the document. */
    @FunctionalInterface
    interface Attempt {
        Write on(Version expected) throws Exception;
    }

    /**
     * Checks whether creating a document may write more than the document: its service may write, and timers are stored
     * too.
     */
    boolean makeMore() {
        return handlers.onCreate().isPresent() || timers.isPresent();
    }

    /** Creates the first state of a document with a new id, which needs no lock. */
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

    /** Executes a decision and waits until its write is acknowledged. */
    Write decide(DocumentId id, WriteCondition condition, Request request, Deciding<T> deciding) throws Exception {
        return decide(id, condition, request, Optional.empty(), deciding);
    }

    /** The same, at most once for all requests with the given key, if there is one. */
    Write decide(
            DocumentId id,
            WriteCondition condition,
            Request request,
            Optional<IdempotencyKey> once,
            Deciding<T> deciding)
            throws Exception {
        // Loads the document into memory on a disk thread. The decision then runs on this thread, since the package's
        // code may take long.
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

    /**
     * Starts a decision, on a thread that may block for the document's lock. The condition must not be a
     * {@link WriteCondition.Depending}.
     */
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

    /** Starts with the timers that are set when a document is created, so that the service can override them. */
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

    /** Writes to the version for which the condition holds, and retries if another write comes first. */
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

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
import vesper.services.collections.Handlers.CallContext;
import vesper.services.collections.OpenCollection;
import vesper.services.timers.TimerChanges;
import vesper.services.timers.TimerStore;

/**
 * Calls the functions that decide how documents change, while the document is locked, and applies their changes to its
 * timers. Timers are set before the document is stored, so a stored document never lacks a timer that it relies on.
 */
final class Decisions<T> {
    /**
     * Maximum number of attempts at a conditional write, since other writes may come between its read and its write.
     */
    private static final int MAX_ATTEMPTS = 10;

    private final DocumentCollection<T> documents;
    private final Handlers<T> handlers;
    private final Optional<TimerStore> timers;
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
    interface CheckedDecision<T> {
        Next<T> next(Optional<Document<T>> current, CallContext context) throws Exception;
    }

    /** A write that requires a version of the document. */
    @FunctionalInterface
    interface VersionedWrite {
        Write write(Version expected) throws Exception;
    }

    /**
     * Checks whether creating a document may write more than the document: its service may write, and timers are stored
     * too.
     */
    boolean writesMoreOnCreate() {
        return handlers.onCreate().isPresent() || timers.isPresent();
    }

    /** Creates the first state of a document with a new id, which needs no lock. */
    T stateToCreate(DocumentId id, T sent, Request request) throws Exception {
        if (!writesMoreOnCreate()) return sent;
        TimerChanges changes = changes(false);
        CallContext context = new CallContext(Optional.of(request), changes);
        T state = handlers.onCreate().isPresent() ? handlers.onCreate().get().create(sent, id, context) : sent;
        if (timers.isPresent()) {
            store.read(() -> {
                timers.get().change(id, changes);
                return state;
            });
        }
        return state;
    }

    /** Executes a decision and waits until its write is acknowledged. */
    Write decide(DocumentId id, WriteCondition condition, Request request, CheckedDecision<T> checked)
            throws Exception {
        return decide(id, condition, request, Optional.empty(), checked);
    }

    /** The same, at most once for all requests with the given key, if there is one. */
    Write decide(
            DocumentId id,
            WriteCondition condition,
            Request request,
            Optional<IdempotencyKey> once,
            CheckedDecision<T> checked)
            throws Exception {
        // Loads the document into memory on a disk thread. The decision then runs on this thread, since the package's
        // code may take long.
        store.read(() -> {
            timers.ifPresent(timerStore -> timerStore.load(id));
            return documents.get(id);
        });
        return condition instanceof WriteCondition.Evaluated evaluated
                ? writeConditionally(
                        id, evaluated, expected -> decide(id, Optional.of(expected), request, once, checked))
                : decide(id, condition.expected(), request, once, checked);
    }

    private Write decide(
            DocumentId id,
            Optional<Version> expected,
            Request request,
            Optional<IdempotencyKey> once,
            CheckedDecision<T> checked)
            throws Exception {
        Decision<T> decision = current -> CheckedExceptions.wrap(() -> next(id, current, request, checked));
        return CheckedExceptions.unwrap(() -> once.isPresent()
                ? documents.decideOnce(once.get(), id, expected, decision)
                : documents.decide(id, expected, decision));
    }

    /**
     * Starts a decision, on a thread that may block for the document's lock. The condition must not be a
     * {@link WriteCondition.Evaluated}.
     */
    CompletableFuture<Write> start(DocumentId id, WriteCondition condition, Request request, CheckedDecision<T> checked)
            throws Exception {
        return CheckedExceptions.unwrap(() -> documents.decideAsync(
                id,
                condition.expected(),
                current -> CheckedExceptions.wrap(() -> next(id, current, request, checked))));
    }

    private Next<T> next(DocumentId id, Optional<Document<T>> current, Request request, CheckedDecision<T> checked)
            throws Exception {
        TimerChanges changes = changes(current.isPresent());
        Next<T> next = checked.next(current, new CallContext(Optional.of(request), changes));
        if (next instanceof Next.Stored<T>) timers.ifPresent(timerStore -> timerStore.change(id, changes));
        return next;
    }

    /** Starts with the timers that are set when a document is created, so that the service can override them. */
    private TimerChanges changes(boolean exists) {
        var names = handlers.timers().keySet();
        if (exists) return TimerChanges.ofDocument(names, clock);
        TimerChanges changes = TimerChanges.ofNewDocument(names, clock);
        handlers.timers()
                .forEach((name, timer) -> timer.after().ifPresent(time -> {
                    if (timer.isPeriodic()) changes.every(name, time);
                    else changes.after(name, time);
                }));
        return changes;
    }

    /** Writes to the version for which the condition holds, and retries if another write comes first. */
    Write writeConditionally(DocumentId id, WriteCondition.Evaluated condition, VersionedWrite write) throws Exception {
        for (int n = 0; n < MAX_ATTEMPTS; n++) {
            Optional<Document<T>> current = current(id);
            Version seen = current.map(Document::version).orElse(Version.NONE);
            if (!condition.holds(current)) {
                return current.isPresent() ? new Write.Stale(seen, seen) : new Write.Missing();
            }
            if (documents.policy().strict() && current.isPresent() && !condition.namesVersion()) {
                return new Write.Unnamed(seen);
            }
            Write outcome = write.write(seen);
            boolean isOvertaken =
                    outcome instanceof Write.Stale || (outcome instanceof Write.Missing && seen.number() > 0);
            if (!isOvertaken) return outcome;
        }
        return new Write.Busy();
    }

    private Optional<Document<T>> current(DocumentId id) throws IOException {
        return store.read(() -> documents.get(id));
    }
}

package vesper.services.endpoints;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.IdempotencyKey;
import vesper.documents.Next;
import vesper.documents.Version;
import vesper.documents.Write;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ProblemType;
import vesper.services.Task;
import vesper.services.collections.Handlers;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.SentBodies;
import vesper.services.endpoints.Decisions.Deciding;
import vesper.services.patches.Patch;

/** Executes writes of clients. */
final class Writing<T> {
    private final OpenCollection<T> collection;
    private final DocumentCollection<T> documents;
    private final Handlers<T> handlers;
    private final DocumentAnswers<T> answers;
    private final Refusals refusals;
    private final StoreCalls store;
    private final Decisions<T> decisions;
    private final Patching<T> patching;
    private final Supplier<UUID> ids;

    Writing(
            OpenCollection<T> collection,
            DocumentAnswers<T> answers,
            Refusals refusals,
            StoreCalls store,
            Decisions<T> decisions,
            Patching<T> patching,
            Supplier<UUID> ids) {
        this.collection = collection;
        this.documents = collection.documents();
        this.handlers = collection.handlers();
        this.answers = answers;
        this.refusals = refusals;
        this.store = store;
        this.decisions = decisions;
        this.patching = patching;
        this.ids = ids;
    }

    Response create(byte[] body, @Nullable String key, Request request) throws Exception {
        // All writes for one new document share a single timeout for an unresponsive cluster.
        return decisions.makeMore()
                ? Documents.asOneRequest(() -> created(body, key, request))
                : created(body, key, request);
    }

    private Response created(byte[] body, @Nullable String key, Request request) throws Exception {
        T given = SentBodies.value(collection.reader().read(SentBodies.required(body)));
        DocumentId id = new DocumentId(ids.get().toString());
        Optional<IdempotencyKey> once = OnceMore.creation(key);
        Optional<Write> before = before(once);
        if (before.isPresent()) return createdBefore(id, given, before.get(), request);
        T value = decisions.made(id, given, request);
        Write write = store.write(
                documents,
                id,
                () -> once.isPresent()
                        ? documents.createAsync(id, value, once.get())
                        : documents.createAsync(id, value));
        return write instanceof Write.Stored(var storedId, var version, var at, var _) && storedId.equals(id)
                ? answers.created(id, version, at, value, request)
                : createdBefore(id, given, write, request);
    }

    /** Returns the response to the first request with the key. Later changes of the document are not part of it. */
    private Response createdBefore(DocumentId id, T given, Write write, Request request) throws IOException {
        if (!(write instanceof Write.Stored(var storedId, var version, var at, var _))) {
            throw refusals.of(id, write, false);
        }
        Optional<Document<T>> first = store.read(() -> documents.get(storedId, version));
        if (first.isEmpty()) return answers.wasCreated(storedId, version);
        if (!isOf(given, first.get().value())) throw Refusals.usedForAnother().exception();
        return answers.created(storedId, version, at, first.get().value(), request);
    }

    /**
     * Checks whether a state was created from this body. With a service that creates states, this cannot be determined,
     * so the answer is true.
     */
    private boolean isOf(T given, T first) {
        if (handlers.onCreate().isPresent()) return true;
        if (given instanceof Task now && first instanceof Task before)
            return now.input().equals(before.input());
        return Arrays.equals(collection.form().toBytes(given), collection.form().toBytes(first));
    }

    /** Returns the outcome of an earlier request with the same key. */
    private Optional<Write> before(Optional<IdempotencyKey> once) throws IOException {
        if (once.isEmpty()) return Optional.empty();
        return store.read(() -> documents.outcomeOf(once.get())).map(StoreCalls::await);
    }

    /** Repeats the response to an earlier request. Later changes of the document are not part of it. */
    private Response storedBefore(DocumentId id, Write write, Request request) throws IOException {
        if (!(write instanceof Write.Stored stored)) throw refusals.of(id, write, false);
        Optional<Document<T>> first = store.read(() -> documents.get(stored.id(), stored.version()));
        if (first.isPresent()) return stored(stored, first.get().value(), request);
        return stored.isNew() ? answers.wasCreated(id, stored.version()) : answers.wasChanged(stored.version());
    }

    Response put(DocumentId id, byte[] body, @Nullable String key, Request request) throws Exception {
        T given = SentBodies.value(collection.reader().read(SentBodies.required(body)));
        WriteCondition condition = WriteCondition.of(request);
        Optional<IdempotencyKey> once = OnceMore.change(key, request, List.of(id.text()), body);
        Optional<Write> before = before(once);
        if (before.isPresent()) return storedBefore(id, before.get(), request);
        if (handlesPut()) return decided(id, condition, request, once, storing(id, given));
        Write write = condition instanceof WriteCondition.Depending depending
                ? decisions.depending(
                        id,
                        depending,
                        expected -> store.write(
                                documents, id, () -> putAsync(id, given, new WriteCondition.Exactly(expected), once)))
                : store.write(documents, id, () -> putAsync(id, given, condition, once));
        return answer(id, write, given, condition, request);
    }

    private CompletableFuture<Write> putAsync(
            DocumentId id, T given, WriteCondition condition, Optional<IdempotencyKey> once) {
        if (once.isEmpty()) return putAsync(id, given, condition);
        return documents.onceAsync(
                once.get(),
                condition instanceof WriteCondition.Absent
                        ? new vesper.documents.Request.Create<>(id, given)
                        : new vesper.documents.Request.Put<>(id, condition.expected(), given));
    }

    private boolean handlesPut() {
        return handlers.onCreate().isPresent()
                || handlers.onReplace().isPresent()
                || collection.timers().isPresent();
    }

    private CompletableFuture<Write> putAsync(DocumentId id, T given, WriteCondition condition) {
        return switch (condition) {
            case WriteCondition.None() -> documents.putAsync(id, given);
            case WriteCondition.Absent() -> documents.createAsync(id, given);
            case WriteCondition.Exactly(var version) -> documents.putAsync(id, version, given);
            case WriteCondition.Depending _ -> throw new IllegalArgumentException("has to be looked at first");
        };
    }

    /**
     * Starts a PUT, on a thread that may block for the document's lock. The condition must not be a
     * {@link WriteCondition.Depending}.
     */
    CompletableFuture<Write> beginPut(DocumentId id, T given, WriteCondition condition, Request request)
            throws Exception {
        if (!handlesPut()) return putAsync(id, given, condition);
        return decisions.begin(id, condition, request, storing(id, given));
    }

    /** Starts a patch, under the conditions of {@link #beginPut}. */
    CompletableFuture<Write> beginPatch(DocumentId id, Patch patch, WriteCondition condition, Request request)
            throws Exception {
        return decisions.begin(id, condition, request, patching(patch));
    }

    /** Starts a deletion, under the conditions of {@link #beginPut}. */
    CompletableFuture<Write> beginDelete(DocumentId id, WriteCondition condition, Request request) throws Exception {
        if (handlers.onDelete().isPresent()) return decisions.begin(id, condition, request, deleting());
        return condition instanceof WriteCondition.Exactly(var version)
                ? documents.deleteAsync(id, version)
                : documents.deleteAsync(id);
    }

    private Deciding<T> storing(DocumentId id, T given) {
        return (current, occasion) -> {
            if (current.isPresent() && handlers.onReplace().isPresent()) {
                return new Next.Stored<>(handlers.onReplace().get().change(current.get(), given, occasion));
            }
            if (current.isEmpty() && handlers.onCreate().isPresent()) {
                return new Next.Stored<>(handlers.onCreate().get().make(given, id, occasion));
            }
            return new Next.Stored<>(given);
        };
    }

    Response patch(DocumentId id, byte[] body, @Nullable String key, Request request) throws Exception {
        Patch patch = patching.read(body, request);
        WriteCondition condition = WriteCondition.of(request);
        String kind = Objects.requireNonNullElse(request.headers().firstOrNull("Content-Type"), "");
        Optional<IdempotencyKey> once = OnceMore.change(key, request, List.of(id.text(), kind), body);
        Optional<Write> before = before(once);
        if (before.isPresent()) return storedBefore(id, before.get(), request);
        return decided(id, condition, request, once, patching(patch));
    }

    /** Falls back to the handler for PUT if none exists for PATCH, so that no rule of a service is bypassed. */
    private Deciding<T> patching(Patch patch) {
        return (current, occasion) -> {
            if (current.isEmpty()) return new Next.Unchanged<>();
            if (!collection.isPatched()) throw notPatched();
            T given = patching.next(current.get(), patch);
            Optional<Handlers.Changing<T>> handler = handlers.onPatch().or(handlers::onReplace);
            return new Next.Stored<>(
                    handler.isPresent() ? handler.get().change(current.get(), given, occasion) : given);
        };
    }

    private RuntimeException notPatched() {
        return ProblemType.ofStatus(409)
                .because("Documents of " + collection.name() + " are changed by their service, and by its actions: "
                        + String.join(", ", new TreeSet<>(handlers.actions().keySet())))
                .exception();
    }

    Response delete(DocumentId id, @Nullable String key, Request request) throws Exception {
        WriteCondition condition = WriteCondition.of(request);
        Optional<IdempotencyKey> once = OnceMore.change(key, request, List.of(id.text()), new byte[0]);
        Optional<Write> before = before(once);
        Write write = before.isPresent() ? before.get() : deleted(id, condition, once, request);
        if (!(write instanceof Write.Stored)) {
            throw refusals.of(id, write, condition.wantsOne());
        }
        return Response.of(204);
    }

    private Write deleted(DocumentId id, WriteCondition condition, Optional<IdempotencyKey> once, Request request)
            throws Exception {
        if (handlers.onDelete().isPresent()) return decisions.decide(id, condition, request, once, deleting());
        return switch (condition) {
            case WriteCondition.None() -> store.write(documents, id, () -> deleteAsync(id, Optional.empty(), once));
            // The condition requires that there is no document, so nothing can be deleted.
            case WriteCondition.Absent() ->
                store.read(() -> documents.get(id))
                        .<Write>map(it -> new Write.Exists(it.version()))
                        .orElseGet(Write.Missing::new);
            case WriteCondition.Exactly(var version) ->
                store.write(documents, id, () -> deleteAsync(id, Optional.of(version), once));
            case WriteCondition.Depending depending ->
                decisions.depending(
                        id,
                        depending,
                        expected -> store.write(documents, id, () -> deleteAsync(id, Optional.of(expected), once)));
        };
    }

    private CompletableFuture<Write> deleteAsync(
            DocumentId id, Optional<Version> expected, Optional<IdempotencyKey> once) {
        if (once.isPresent())
            return documents.onceAsync(once.get(), new vesper.documents.Request.Delete<>(id, expected));
        return expected.isPresent() ? documents.deleteAsync(id, expected.get()) : documents.deleteAsync(id);
    }

    private Deciding<T> deleting() {
        return (current, occasion) -> {
            if (current.isEmpty()) return new Next.Unchanged<>();
            handlers.onDelete().orElseThrow().end(current.get(), occasion);
            return new Next.Deleted<>();
        };
    }

    Response act(DocumentId id, String action, byte[] body, @Nullable String key, Request request) throws Exception {
        Handlers.Acting<T> acting = handlers.actions().get(action);
        if (acting == null) throw noSuchAction(action);
        Object argument = acting.read(body);
        WriteCondition condition = WriteCondition.of(request);
        Optional<IdempotencyKey> once = OnceMore.change(key, request, List.of(id.text(), action), body);
        Optional<Write> before = before(once);
        if (before.isPresent()) return storedBefore(id, before.get(), request);
        return decided(
                id,
                condition,
                request,
                once,
                (current, occasion) -> current.isEmpty()
                        ? new Next.Unchanged<>()
                        : new Next.Stored<>(acting.act(current.get(), argument, occasion)));
    }

    private RuntimeException noSuchAction(String action) {
        String known = handlers.actions().isEmpty()
                ? "documents of " + collection.name() + " have none"
                : "there are "
                        + String.join(", ", new TreeSet<>(handlers.actions().keySet()));
        return ProblemType.NOT_FOUND
                .because("There is no action " + action + "; " + known)
                .exception();
    }

    /** Executes a decision and returns the response with the resulting document. */
    private Response decided(
            DocumentId id,
            WriteCondition condition,
            Request request,
            Optional<IdempotencyKey> once,
            Deciding<T> deciding)
            throws Exception {
        var made = new AtomicReference<@Nullable T>();
        Write write = decisions.decide(id, condition, request, once, (current, occasion) -> {
            Next<T> next = deciding.next(current, occasion);
            if (next instanceof Next.Stored<T>(T value)) made.set(value);
            else current.ifPresent(it -> made.set(it.value()));
            return next;
        });
        boolean mayBeEarlier = once.isPresent() && write instanceof Write.Stored;
        return mayBeEarlier ? storedBefore(id, write, request) : answer(id, write, made.get(), condition, request);
    }

    private Response stored(Write.Stored stored, T value, Request request) {
        return stored.isNew()
                ? answers.created(stored.id(), stored.version(), stored.at(), value, request)
                : answers.changed(200, stored.version(), stored.at(), value, request);
    }

    /** @param value state of the document after the write */
    private Response answer(DocumentId id, Write write, @Nullable T value, WriteCondition condition, Request request)
            throws IOException {
        return switch (write) {
            case Write.Stored stored when value != null -> stored(stored, value, request);
            case Write.Unchanged(var version)
            when value != null ->
                store.read(() -> documents.get(id, version))
                        .map(answers::of)
                        .orElseThrow(() -> refusals.noSuchDocument(id));
            default -> throw refusals.of(id, write, condition.wantsOne());
        };
    }
}

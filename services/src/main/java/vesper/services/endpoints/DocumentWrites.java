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
import vesper.rest.access.AccessProblems;
import vesper.services.Task;
import vesper.services.access.CallerRules;
import vesper.services.collections.DocumentBodies;
import vesper.services.collections.Handlers;
import vesper.services.collections.OpenCollection;
import vesper.services.endpoints.Decisions.CheckedDecision;
import vesper.services.patches.Patch;

/** Executes writes of clients. */
final class DocumentWrites<T> {
    private final OpenCollection<T> collection;
    private final DocumentCollection<T> documents;
    private final Handlers<T> handlers;
    private final DocumentResponses<T> responses;
    private final WriteProblems problems;
    private final StoreCalls store;
    private final Decisions<T> decisions;
    private final DocumentPatches<T> patches;
    private final DocumentAccess<T> access;
    private final Supplier<UUID> ids;

    DocumentWrites(
            OpenCollection<T> collection,
            DocumentResponses<T> responses,
            WriteProblems problems,
            StoreCalls store,
            Decisions<T> decisions,
            DocumentPatches<T> patches,
            DocumentAccess<T> access,
            Supplier<UUID> ids) {
        this.collection = collection;
        this.documents = collection.documents();
        this.handlers = collection.handlers();
        this.responses = responses;
        this.problems = problems;
        this.store = store;
        this.decisions = decisions;
        this.patches = patches;
        this.access = access;
        this.ids = ids;
    }

    Response create(byte[] body, @Nullable String key, Request request) throws Exception {
        // All writes for one new document share a single timeout for an unresponsive cluster.
        return decisions.writesMoreOnCreate()
                ? Documents.asOneRequest(() -> createNow(body, key, request))
                : createNow(body, key, request);
    }

    private Response createNow(byte[] body, @Nullable String key, Request request) throws Exception {
        CallerRules caller = access.of(request);
        T sent = DocumentBodies.value(collection.reader().read(access.stamped(caller, DocumentBodies.required(body))));
        DocumentId id = new DocumentId(ids.get().toString());
        Optional<IdempotencyKey> once = IdempotencyKeys.ofCreation(key, request);
        Optional<Write> earlier = earlierOutcome(once);
        if (earlier.isPresent()) return repeatedCreation(id, sent, earlier.get(), request);
        T value = decisions.stateToCreate(id, sent, request);
        access.requireCreatable(caller, id, value, request);
        Write write = store.write(
                documents,
                id,
                () -> once.isPresent()
                        ? documents.createAsync(id, value, once.get())
                        : documents.createAsync(id, value));
        return write instanceof Write.Stored(var storedId, var version, var at, var _) && storedId.equals(id)
                ? responses.created(id, version, at, value, request)
                : repeatedCreation(id, sent, write, request);
    }

    /** Returns the response to the first request with the key. Later changes of the document are not part of it. */
    private Response repeatedCreation(DocumentId id, T sent, Write write, Request request) throws IOException {
        if (!(write instanceof Write.Stored(var storedId, var version, var at, var _))) {
            throw problems.of(id, write, false);
        }
        Optional<Document<T>> first = store.read(() -> documents.get(storedId, version));
        if (first.isEmpty()) return responses.createdEarlier(storedId, version);
        if (!mayStemFrom(sent, first.get().value()))
            throw WriteProblems.keyReused().exception();
        return responses.created(storedId, version, at, first.get().value(), request);
    }

    /**
     * Checks whether a state was created from this body. With a service that creates states, this cannot be determined,
     * so the answer is true.
     */
    private boolean mayStemFrom(T sent, T first) {
        if (handlers.onCreate().isPresent()) return true;
        if (sent instanceof Task now && first instanceof Task before)
            return now.input().equals(before.input());
        return Arrays.equals(collection.form().toBytes(sent), collection.form().toBytes(first));
    }

    /** Returns the outcome of an earlier request with the same key. */
    private Optional<Write> earlierOutcome(Optional<IdempotencyKey> once) throws IOException {
        if (once.isEmpty()) return Optional.empty();
        return store.read(() -> documents.outcomeOf(once.get())).map(StoreCalls::await);
    }

    /** Repeats the response to an earlier request. Later changes of the document are not part of it. */
    private Response repeatedWrite(DocumentId id, Write write, Request request) throws IOException {
        if (!(write instanceof Write.Stored stored)) throw problems.of(id, write, false);
        Optional<Document<T>> first = store.read(() -> documents.get(stored.id(), stored.version()));
        if (first.isPresent()) return stored(stored, first.get().value(), request);
        return stored.isNew()
                ? responses.createdEarlier(id, stored.version())
                : responses.changedEarlier(stored.version());
    }

    Response put(DocumentId id, byte[] body, @Nullable String key, Request request) throws Exception {
        CallerRules caller = access.of(request);
        T sent = DocumentBodies.value(collection.reader().read(access.stamped(caller, DocumentBodies.required(body))));
        requireVisible(caller, id);
        WriteCondition condition = WriteCondition.of(request);
        Optional<IdempotencyKey> once = IdempotencyKeys.ofChange(key, request, List.of(id.text()), body);
        Optional<Write> earlier = earlierOutcome(once);
        if (earlier.isPresent()) return repeatedWrite(id, earlier.get(), request);
        if (handlesPut() || caller.restrictsWrites()) {
            return decideAndRespond(id, condition, request, once, storing(id, sent, caller, request));
        }
        Write write = condition instanceof WriteCondition.Evaluated depending
                ? decisions.writeConditionally(
                        id,
                        depending,
                        expected -> store.write(
                                documents, id, () -> putAsync(id, sent, new WriteCondition.Exactly(expected), once)))
                : store.write(documents, id, () -> putAsync(id, sent, condition, once));
        return respond(id, write, sent, condition, request);
    }

    private CompletableFuture<Write> putAsync(
            DocumentId id, T sent, WriteCondition condition, Optional<IdempotencyKey> once) {
        if (once.isEmpty()) return putAsync(id, sent, condition);
        return documents.onceAsync(
                once.get(),
                condition instanceof WriteCondition.Absent
                        ? new vesper.documents.Request.Create<>(id, sent)
                        : new vesper.documents.Request.Put<>(id, condition.expected(), sent));
    }

    private boolean handlesPut() {
        return handlers.onCreate().isPresent()
                || handlers.onReplace().isPresent()
                || collection.timers().isPresent();
    }

    private CompletableFuture<Write> putAsync(DocumentId id, T sent, WriteCondition condition) {
        return switch (condition) {
            case WriteCondition.None() -> documents.putAsync(id, sent);
            case WriteCondition.Absent() -> documents.createAsync(id, sent);
            case WriteCondition.Exactly(var version) -> documents.putAsync(id, version, sent);
            case WriteCondition.Evaluated _ ->
                throw new IllegalArgumentException("the condition must be evaluated first");
        };
    }

    /**
     * Starts a PUT, on a thread that may block for the document's lock. The condition must not be a
     * {@link WriteCondition.Evaluated}.
     */
    CompletableFuture<Write> startPut(DocumentId id, T sent, WriteCondition condition, Request request)
            throws Exception {
        CallerRules caller = access.of(request);
        requireVisible(caller, id);
        if (!handlesPut() && !caller.restrictsWrites()) return putAsync(id, sent, condition);
        return decisions.start(id, condition, request, storing(id, sent, caller, request));
    }

    /** Starts a patch, under the conditions of {@link #startPut}. */
    CompletableFuture<Write> startPatch(DocumentId id, Patch patch, WriteCondition condition, Request request)
            throws Exception {
        requireVisible(access.of(request), id);
        return decisions.start(id, condition, request, patching(patch, request));
    }

    /** Starts a deletion, under the conditions of {@link #startPut}. */
    CompletableFuture<Write> startDelete(DocumentId id, WriteCondition condition, Request request) throws Exception {
        CallerRules caller = access.of(request);
        requireVisible(caller, id);
        if (handlers.onDelete().isPresent() || caller.restrictsWrites()) {
            return decisions.start(id, condition, request, deleting(caller, request));
        }
        return condition instanceof WriteCondition.Exactly(var version)
                ? documents.deleteAsync(id, version)
                : documents.deleteAsync(id);
    }

    private void requireVisible(CallerRules caller, DocumentId id) throws IOException {
        if (caller.read().isEmpty()) return;
        store.read(() -> {
            access.requireVisible(caller, id);
            return Optional.empty();
        });
    }

    private CheckedDecision<T> storing(DocumentId id, T sent, CallerRules caller, Request request) {
        return (current, context) -> {
            if (current.isPresent()) {
                access.requireUpdatable(caller, current.get(), request);
                T next = handlers.onReplace().isPresent()
                        ? handlers.onReplace().get().change(current.get(), sent, context)
                        : sent;
                access.requireUpdated(caller, current.get(), next, request);
                return new Next.Stored<>(next);
            }
            T created =
                    handlers.onCreate().isPresent() ? handlers.onCreate().get().create(sent, id, context) : sent;
            access.requireCreatable(caller, id, created, request);
            return new Next.Stored<>(created);
        };
    }

    Response patch(DocumentId id, byte[] body, @Nullable String key, Request request) throws Exception {
        Patch patch = patches.read(body, request);
        requireVisible(access.of(request), id);
        WriteCondition condition = WriteCondition.of(request);
        String kind = Objects.requireNonNullElse(request.headers().firstOrNull("Content-Type"), "");
        Optional<IdempotencyKey> once = IdempotencyKeys.ofChange(key, request, List.of(id.text(), kind), body);
        Optional<Write> earlier = earlierOutcome(once);
        if (earlier.isPresent()) return repeatedWrite(id, earlier.get(), request);
        return decideAndRespond(id, condition, request, once, patching(patch, request));
    }

    /** Falls back to the handler for PUT if none exists for PATCH, so that no rule of a service is bypassed. */
    private CheckedDecision<T> patching(Patch patch, Request request) {
        CallerRules caller = access.of(request);
        return (current, context) -> {
            if (current.isEmpty()) return new Next.Unchanged<>();
            if (!collection.isPatchable()) throw notPatchable();
            access.requireUpdatable(caller, current.get(), request);
            T sent = patches.next(current.get(), patch);
            Optional<Handlers.ChangeHandler<T>> handler = handlers.onPatch().or(handlers::onReplace);
            T next = handler.isPresent() ? handler.get().change(current.get(), sent, context) : sent;
            access.requireUpdated(caller, current.get(), next, request);
            return new Next.Stored<>(next);
        };
    }

    private RuntimeException notPatchable() {
        return ProblemType.ofStatus(409)
                .because("Documents of " + collection.name() + " can only be changed by their service and its actions: "
                        + String.join(", ", new TreeSet<>(handlers.actions().keySet())))
                .exception();
    }

    Response delete(DocumentId id, @Nullable String key, Request request) throws Exception {
        requireVisible(access.of(request), id);
        WriteCondition condition = WriteCondition.of(request);
        Optional<IdempotencyKey> once = IdempotencyKeys.ofChange(key, request, List.of(id.text()), new byte[0]);
        Optional<Write> earlier = earlierOutcome(once);
        Write write = earlier.isPresent() ? earlier.get() : deleted(id, condition, once, request);
        if (!(write instanceof Write.Stored)) {
            throw problems.of(id, write, condition.requiresDocument());
        }
        return Response.of(204);
    }

    private Write deleted(DocumentId id, WriteCondition condition, Optional<IdempotencyKey> once, Request request)
            throws Exception {
        CallerRules caller = access.of(request);
        if (handlers.onDelete().isPresent() || caller.restrictsWrites()) {
            return decisions.decide(id, condition, request, once, deleting(caller, request));
        }
        return switch (condition) {
            case WriteCondition.None() -> store.write(documents, id, () -> deleteAsync(id, Optional.empty(), once));
            // The condition requires that there is no document, so nothing can be deleted.
            case WriteCondition.Absent() ->
                store.read(() -> documents.get(id))
                        .<Write>map(it -> new Write.Exists(it.version()))
                        .orElseGet(Write.Missing::new);
            case WriteCondition.Exactly(var version) ->
                store.write(documents, id, () -> deleteAsync(id, Optional.of(version), once));
            case WriteCondition.Evaluated depending ->
                decisions.writeConditionally(
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

    private CheckedDecision<T> deleting(CallerRules caller, Request request) {
        return (current, context) -> {
            if (current.isEmpty()) return new Next.Unchanged<>();
            access.requireDeletable(caller, current.get(), request);
            if (handlers.onDelete().isPresent()) handlers.onDelete().get().beforeDelete(current.get(), context);
            return new Next.Deleted<>();
        };
    }

    Response act(DocumentId id, String action, byte[] body, @Nullable String key, Request request) throws Exception {
        Handlers.ActionHandler<T> handler = handlers.actions().get(action);
        if (handler == null) throw noSuchAction(action);
        if (!handler.permission().admits(request.caller())) {
            throw AccessProblems.refused(request, handler.permission().needs());
        }
        CallerRules caller = access.of(request);
        requireVisible(caller, id);
        Object argument = handler.read(body);
        WriteCondition condition = WriteCondition.of(request);
        Optional<IdempotencyKey> once = IdempotencyKeys.ofChange(key, request, List.of(id.text(), action), body);
        Optional<Write> earlier = earlierOutcome(once);
        if (earlier.isPresent()) return repeatedWrite(id, earlier.get(), request);
        return decideAndRespond(id, condition, request, once, (current, context) -> {
            if (current.isEmpty()) return new Next.Unchanged<>();
            access.requireUpdatable(caller, current.get(), request);
            T next = handler.act(current.get(), argument, context);
            access.requireUpdated(caller, current.get(), next, request);
            return new Next.Stored<>(next);
        });
    }

    private RuntimeException noSuchAction(String action) {
        String known = handlers.actions().isEmpty()
                ? "documents of " + collection.name() + " have no actions"
                : "known actions: "
                        + String.join(", ", new TreeSet<>(handlers.actions().keySet()));
        return ProblemType.NOT_FOUND
                .because("There is no action " + action + "; " + known)
                .exception();
    }

    /** Executes a decision and returns the response with the resulting document. */
    private Response decideAndRespond(
            DocumentId id,
            WriteCondition condition,
            Request request,
            Optional<IdempotencyKey> once,
            CheckedDecision<T> decision)
            throws Exception {
        var state = new AtomicReference<@Nullable T>();
        Write write = decisions.decide(id, condition, request, once, (current, context) -> {
            Next<T> next = decision.next(current, context);
            if (next instanceof Next.Stored<T>(T value)) state.set(value);
            else current.ifPresent(it -> state.set(it.value()));
            return next;
        });
        boolean mayBeEarlier = once.isPresent() && write instanceof Write.Stored;
        return mayBeEarlier ? repeatedWrite(id, write, request) : respond(id, write, state.get(), condition, request);
    }

    private Response stored(Write.Stored stored, T value, Request request) {
        return stored.isNew()
                ? responses.created(stored.id(), stored.version(), stored.at(), value, request)
                : responses.changed(200, stored.version(), stored.at(), value, request);
    }

    /** @param value state of the document after the write */
    private Response respond(DocumentId id, Write write, @Nullable T value, WriteCondition condition, Request request)
            throws IOException {
        return switch (write) {
            case Write.Stored stored when value != null -> stored(stored, value, request);
            case Write.Unchanged(var version)
            when value != null ->
                store.read(() -> documents.get(id, version))
                        .map(responses::of)
                        .orElseThrow(() -> problems.noSuchDocument(id));
            default -> throw problems.of(id, write, condition.requiresDocument());
        };
    }
}

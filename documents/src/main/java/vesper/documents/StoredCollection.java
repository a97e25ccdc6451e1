package vesper.documents;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import vesper.documents.KeyedLocks.KeyLock;

/**
 * The common part of all collections: the checks of a write, and the order of writers. A write is entered under its
 * document's stripe and answered after the stripe is released.
 *
 * @param <O> the state of a write between the two
 */
abstract sealed class StoredCollection<T, O> implements DocumentCollection<T>
        permits MemoryCollection, DurableCollection, ReplicatedCollection {
    private static final int MOST_LISTED = 1000;
    private static final DocumentId NOBODY = new DocumentId("-");

    /** Unique among the collections of a server. */
    final int number;

    final String name;
    final CollectionPolicy policy;
    final StateForm<T> form;
    final InstantSource clock;
    final Stripes stripes;
    /** Time to live; 0 for no limit. */
    final long lifeMillis;

    private final Validator<T> validator;
    /** Time for which a request waits for others. */
    final Duration longestUpdateWait;

    private final KeyedLocks<DocumentId> updateLocks;
    private final RequestDeadline deadline;
    /** By intent: requests that name neither version nor key, which are all alike. */
    private final Map<Intent, WriteParameters> plain;

    private final KeyedLocks<String> keyLocks;

    StoredCollection(
            int number,
            String name,
            CollectionPolicy policy,
            StateForm<T> form,
            Validator<T> validator,
            Stripes stripes,
            KeyedLocks.LockWaits lockWaits,
            DocumentsOptions options,
            InstantSource clock) {
        this.number = number;
        this.name = name;
        this.policy = policy;
        this.form = form;
        this.validator = validator;
        this.stripes = stripes;
        this.longestUpdateWait = options.longestUpdateWait();
        this.updateLocks = new KeyedLocks<>(lockWaits);
        this.keyLocks = new KeyedLocks<>(lockWaits);
        this.deadline = RequestDeadline.startingLater(longestUpdateWait);
        this.plain = plain(deadline);
        this.clock = clock;
        this.lifeMillis = policy.timeToLive().map(life -> life.toMillis()).orElse(0L);
    }

    /** Opens the same documents in another form. */
    StoredCollection(StoredCollection<?, ?> same, CollectionPolicy policy, StateForm<T> form, Validator<T> validator) {
        this.number = same.number;
        this.name = same.name;
        this.policy = policy;
        this.form = form;
        this.validator = validator;
        this.stripes = same.stripes;
        this.longestUpdateWait = same.longestUpdateWait;
        this.updateLocks = same.updateLocks;
        this.keyLocks = same.keyLocks;
        this.deadline = same.deadline;
        this.plain = same.plain;
        this.clock = same.clock;
        this.lifeMillis = policy.timeToLive().map(life -> life.toMillis()).orElse(0L);
    }

    /** Returns whether both have the same documents, perhaps in different forms. */
    final boolean isSameAs(@Nullable StoredCollection<?, ?> other) {
        return other != null && other.updateLocks == updateLocks;
    }

    /**
     * Opens the same documents in another form and under another policy. Holders of this form may continue to use it.
     */
    abstract <S> StoredCollection<S, ?> withForm(CollectionPolicy changed, StateForm<S> by, Validator<S> validator);

    /** Returns the newest version that was entered, perhaps without its value. The caller holds its stripe. */
    abstract @Nullable RetainedVersion<T> head(DocumentId id);

    /** Returns the newest version that was entered, even if it is not visible yet. The caller holds its stripe. */
    abstract @Nullable RetainedVersion<T> latest(DocumentId id);

    /**
     * Stores a version if nothing forbids it. The caller holds its stripe.
     *
     * @param value null for a deletion
     */
    abstract O enter(WriteParameters parameters, DocumentId id, @Nullable T value, byte @Nullable [] body);

    /** Stores one write of a transaction; all of them were checked. The caller holds all stripes of the transaction. */
    abstract void enter(TransactionEntry entry, int index, TransactionDocument<T> touched);

    /**
     * Returns the answer to a write that stored nothing. If a version of the document is not visible yet, the answer
     * waits until it is.
     */
    abstract O answer(DocumentId id, Write write);

    /** @throws IllegalStateException on a thread that others wait for */
    abstract void requireMayWait();

    /** Waits until everything that was entered before is visible. */
    abstract void settle();

    /** Waits until another write can be entered. Returns null once it can. */
    abstract @Nullable Write room(RequestDeadline deadline);

    /** Returns the time limit of a request that enters now, for everything that it waits for. */
    RequestDeadline deadline() {
        return deadline;
    }

    /** Returns the parameters of a write without a key. Most writes name no version either and share one object. */
    WriteParameters parameters(Intent intent, long expected) {
        WriteParameters alike = expected == Intent.ANY ? plain.get(intent) : null;
        return alike != null ? alike : new WriteParameters(intent, expected, null, null, deadline);
    }

    private static Map<Intent, WriteParameters> plain(RequestDeadline deadline) {
        Map<Intent, WriteParameters> plain = new EnumMap<>(Intent.class);
        for (Intent intent : Intent.values())
            plain.put(intent, new WriteParameters(intent, Intent.ANY, null, null, deadline));
        return plain;
    }

    /** Waits until the write is acknowledged. */
    abstract Write now(O entered);

    abstract CompletableFuture<Write> later(O entered);

    /** Returns the bytes of a value to store, or null if the collection does not need them. */
    abstract byte @Nullable [] body(T value);

    /** Returns the bound on the bytes of one value that the storage sets. */
    abstract int mostBytes();

    /** Returns the outcome that a request with this key stored, or that another request used the key. */
    abstract Optional<Write> firstOutcome(IdempotencyKey key);

    /** Does what has become due: deletes expired documents and forgets old tombstones. */
    abstract void upkeep();

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final CollectionPolicy policy() {
        return policy;
    }

    @Override
    public final Write create(DocumentId id, T value) {
        return waiting().now(write(Intent.CREATE, id, Intent.ANY, value));
    }

    @Override
    public final Write create(DocumentId id, T value, IdempotencyKey key) {
        return waiting().now(once(key, Intent.CREATE, id, Intent.ANY, value));
    }

    @Override
    public final Write put(DocumentId id, T value) {
        return waiting().now(write(Intent.PUT, id, Intent.ANY, value));
    }

    @Override
    public final Write put(DocumentId id, Version expected, T value) {
        return waiting().now(write(Intent.PUT, id, expected.number(), value));
    }

    @Override
    public final Write update(DocumentId id, UnaryOperator<T> next) {
        return waiting().now(decided(id, Intent.ANY, updating(next), null, deadline()));
    }

    @Override
    public final Write update(DocumentId id, Version expected, UnaryOperator<T> next) {
        return waiting().now(decided(id, expected.number(), updating(next), null, deadline()));
    }

    @Override
    public final Write decide(DocumentId id, Optional<Version> expected, Decision<T> decision) {
        return waiting().now(decided(id, number(expected), decision, null, deadline()));
    }

    @Override
    public final Write delete(DocumentId id) {
        return waiting().now(write(Intent.DELETE, id, Intent.ANY, null));
    }

    @Override
    public final Write delete(DocumentId id, Version expected) {
        return waiting().now(write(Intent.DELETE, id, expected.number(), null));
    }

    @Override
    public final CompletableFuture<Write> createAsync(DocumentId id, T value) {
        return later(write(Intent.CREATE, id, Intent.ANY, value));
    }

    @Override
    public final CompletableFuture<Write> createAsync(DocumentId id, T value, IdempotencyKey key) {
        return later(once(key, Intent.CREATE, id, Intent.ANY, value));
    }

    @Override
    public final Optional<CompletableFuture<Write>> outcomeOf(IdempotencyKey key) {
        return firstOutcome(key).map(first -> later(answerAgain(NOBODY, first)));
    }

    @Override
    public final CompletableFuture<Write> putAsync(DocumentId id, T value) {
        return later(write(Intent.PUT, id, Intent.ANY, value));
    }

    @Override
    public final CompletableFuture<Write> putAsync(DocumentId id, Version expected, T value) {
        return later(write(Intent.PUT, id, expected.number(), value));
    }

    @Override
    public final CompletableFuture<Write> decideAsync(DocumentId id, Optional<Version> expected, Decision<T> decision) {
        return later(decided(id, number(expected), decision, null, deadline()));
    }

    @Override
    public final CompletableFuture<Write> deleteAsync(DocumentId id) {
        return later(write(Intent.DELETE, id, Intent.ANY, null));
    }

    @Override
    public final CompletableFuture<Write> deleteAsync(DocumentId id, Version expected) {
        return later(write(Intent.DELETE, id, expected.number(), null));
    }

    @Override
    public final List<Write> writeAll(List<Request<T>> requests) {
        return waiting().entered(requests).stream().map(this::now).toList();
    }

    @Override
    public final CompletableFuture<List<Write>> writeAllAsync(List<Request<T>> requests) {
        List<CompletableFuture<Write>> writes =
                entered(requests).stream().map(this::later).toList();
        return CompletableFuture.allOf(writes.toArray(new CompletableFuture<?>[0]))
                .thenApply(_ -> writes.stream().map(CompletableFuture::join).toList());
    }

    @Override
    public final CompletableFuture<Write> onceAsync(IdempotencyKey key, Request<T> request) {
        return later(
                switch (request) {
                    case Request.Create<T>(var id, var value) -> once(key, Intent.CREATE, id, Intent.ANY, value);
                    case Request.Put<T>(var id, var expected, var value) ->
                        once(key, Intent.PUT, id, number(expected), value);
                    case Request.Delete<T>(var id, var expected) ->
                        once(key, Intent.DELETE, id, number(expected), null);
                });
    }

    @Override
    public final Write decideOnce(IdempotencyKey key, DocumentId id, Optional<Version> expected, Decision<T> decision) {
        O decided = waiting().once(key, id, deadline -> decided(id, number(expected), decision, key, deadline));
        return now(decided);
    }

    /** Returns this after checking that the calling thread may wait. */
    private StoredCollection<T, O> waiting() {
        requireMayWait();
        return this;
    }

    private List<O> entered(List<Request<T>> requests) {
        List<O> entered = new ArrayList<>(requests.size());
        for (Request<T> request : requests) {
            entered.add(
                    switch (request) {
                        case Request.Create<T>(var id, var value) -> write(Intent.CREATE, id, Intent.ANY, value);
                        case Request.Put<T>(var id, var expected, var value) ->
                            write(Intent.PUT, id, number(expected), value);
                        case Request.Delete<T>(var id, var expected) ->
                            write(Intent.DELETE, id, number(expected), null);
                    });
        }
        return entered;
    }

    private static long number(Optional<Version> expected) {
        return expected.isPresent() ? expected.get().number() : Intent.ANY;
    }

    private static <T> Decision<T> updating(UnaryOperator<T> next) {
        // Unchanged becomes Missing for a document that does not exist.
        return current -> current.<Next<T>>map(there -> new Next.Stored<>(next.apply(there.value())))
                .orElseGet(Next.Unchanged::new);
    }

    private O write(Intent intent, DocumentId id, long expected, @Nullable T value) {
        return write(parameters(intent, expected), id, value);
    }

    private O write(WriteParameters parameters, DocumentId id, @Nullable T value) {
        T own = value == null ? null : form.own(value);
        byte[] body = own == null ? null : body(own);
        Write unfit = own == null ? null : unfit(own, body);
        if (unfit == null) unfit = room(parameters.deadline());
        if (unfit != null) return answer(id, unfit);

        RequestDeadline begun = parameters.deadline();
        while (true) {
            KeyLock other;
            synchronized (stripes.of(id)) {
                other = updateLocks.heldByOther(id);
                if (other == null) return enter(parameters, id, own, body);
            }
            begun = begun.started();
            Write gaveUp = updateLocks.await(other, begun);
            if (gaveUp != null) return answer(id, gaveUp);
        }
    }

    /** Runs one request for each key at a time, so that the second finds what the first has stored. */
    private O once(IdempotencyKey key, DocumentId id, Function<RequestDeadline, O> writing) {
        RequestDeadline deadline = deadline().started();
        Write gaveUp = keyLocks.acquire(key.text(), deadline);
        if (gaveUp != null) return answer(id, gaveUp);
        try {
            Optional<Write> first = firstOutcome(key);
            return first.isPresent() ? answerAgain(id, first.get()) : writing.apply(deadline);
        } finally {
            keyLocks.release(key.text());
        }
    }

    private O once(IdempotencyKey key, Intent intent, DocumentId id, long expected, @Nullable T value) {
        return once(key, id, deadline -> write(new WriteParameters(intent, expected, null, key, deadline), id, value));
    }

    private O answerAgain(DocumentId id, Write first) {
        return answer(first instanceof Write.Stored stored ? stored.id() : id, first);
    }

    private O decided(
            DocumentId id,
            long expected,
            Decision<T> decision,
            @Nullable IdempotencyKey key,
            RequestDeadline deadline) {
        Write gaveUp = room(deadline);
        if (gaveUp == null) gaveUp = updateLocks.acquire(id, deadline);
        if (gaveUp != null) return answer(id, gaveUp);
        var parameters = new WriteParameters(Intent.DECIDED, expected, null, key, deadline);
        try {
            return decidedWithLock(id, deadline, () -> decidedOnce(id, parameters, decision));
        } catch (RuntimeException | Error thrown) {
            settleBefore(thrown);
            throw thrown;
        } finally {
            updateLocks.release(id);
        }
    }

    /**
     * Waits until everything is visible before an exception is thrown, which may reveal versions that are not synced
     * yet.
     */
    final void settleBefore(Throwable thrown) {
        try {
            settle();
        } catch (RuntimeException unsettled) {
            thrown.addSuppressed(unsettled);
        }
    }

    /**
     * Makes a decision while holding the document's lock; implementations repeat it if another node's write came first.
     */
    O decidedWithLock(DocumentId id, RequestDeadline deadline, Supplier<O> deciding) {
        return deciding.get();
    }

    private O decidedOnce(DocumentId id, WriteParameters parameters, Decision<T> decision) {
        Optional<Write> first = parameters.key() == null ? Optional.empty() : firstOutcome(parameters.key());
        if (first.isPresent()) return answerAgain(id, first.get());

        long expected = parameters.expected();
        RetainedVersion<T> latest = latestOf(id);
        RetainedVersion<T> there = isThere(latest) ? latest : null;
        Write refusal = null;
        if (there != null) refusal = Intent.unexpected(policy, expected, there.version());
        else if (expected > 0) refusal = new Write.Missing();
        if (refusal != null) return answer(id, refusal);

        Next<T> next = decision.next(Optional.ofNullable(there).map(version -> version.document(form)));
        return switch (next) {
            case Next.Stored<T>(var value) -> enterDecided(parameters, id, latest, there, value);
            case Next.Refused<T>(var reasons) -> answer(id, new Write.Refused(reasons));
            case Next.Deleted<T> _
            when there != null -> enterDecided(parameters, id, latest, null, null, Action.DELETED);
            case Next.Unchanged<T> _
            when there != null -> answer(id, new Write.Unchanged(new Version(there.version())));
            case Next.Deleted<T> _, Next.Unchanged<T> _ -> answer(id, new Write.Missing());
        };
    }

    private O enterDecided(
            WriteParameters parameters,
            DocumentId id,
            @Nullable RetainedVersion<T> latest,
            @Nullable RetainedVersion<T> there,
            T value) {
        if (there != null && policy.immutable()) return answer(id, new Write.Immutable(new Version(there.version())));
        T own = form.own(value);
        byte[] body = body(own);
        Write unfit = unfit(own, body);
        if (unfit != null) return answer(id, unfit);
        return enterDecided(parameters, id, latest, own, body, there == null ? Action.CREATED : Action.UPDATED);
    }

    /**
     * Stores the result of a decision. No other thread of this node can have written since the decision, because this
     * one holds the lock.
     */
    private O enterDecided(
            WriteParameters parameters,
            DocumentId id,
            @Nullable RetainedVersion<T> latest,
            @Nullable T own,
            byte @Nullable [] body,
            Action action) {
        long decidedOf = latest == null ? 0 : latest.version();
        synchronized (stripes.of(id)) {
            return enter(parameters.decided(decidedOf, action), id, own, body);
        }
    }

    /** Checks a value without regard to the document. Returns null if it is valid. */
    final @Nullable Write unfit(T own, byte @Nullable [] body) {
        int sizeBytes = body == null ? StateForm.knownSizeBytes(own) : body.length;
        int most = Math.min(policy.maxBytes(), mostBytes());
        if (sizeBytes > most) return new Write.TooLarge(sizeBytes, most);
        List<Refusal> problems = validator.problems(own);
        return problems.isEmpty() ? null : new Write.Refused(problems);
    }

    final @Nullable RetainedVersion<T> latestOf(DocumentId id) {
        synchronized (stripes.of(id)) {
            return latest(id);
        }
    }

    /** Returns the lock that another thread holds for a document, or null. */
    final @Nullable KeyLock heldLock(DocumentId id) {
        return updateLocks.heldByOther(id);
    }

    @Override
    public final boolean isBeingUpdated(DocumentId id) {
        return updateLocks.heldByOther(id) != null;
    }

    @Override
    public final Optional<Write> awaitUpdate(DocumentId id) {
        KeyLock other = updateLocks.heldByOther(id);
        return other == null ? Optional.empty() : Optional.ofNullable(await(other));
    }

    final @Nullable Write await(KeyLock lock) {
        return updateLocks.await(lock, deadline().started());
    }

    /** Returns whether the document exists in this version and has not expired. */
    final boolean isThere(@Nullable RetainedVersion<T> version) {
        return version != null && version.isThere() && !hasExpired(version.atMillis);
    }

    final boolean hasExpired(long atMillis) {
        return lifeMillis > 0 && clock.millis() - atMillis >= lifeMillis;
    }

    /** @param ids as many as the limit, or fewer if nothing follows */
    static Page<DocumentId, DocumentId> page(List<DocumentId> ids, int limit) {
        return new Page<>(ids, ids.size() < limit ? Optional.empty() : Optional.of(ids.getLast()));
    }

    static int listed(int limit) {
        if (limit < 1 || limit > MOST_LISTED) {
            throw new IllegalArgumentException("limit " + limit + " is not in 1 to " + MOST_LISTED);
        }
        return limit;
    }
}

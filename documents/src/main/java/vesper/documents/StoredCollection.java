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
import vesper.documents.Turns.Turn;

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
    final Duration longestTurn;

    private final Turns<DocumentId> turns;
    private final Patience patience;
    /** By intent: requests that name neither version nor key, which are all alike. */
    private final Map<Intent, Wanted> plain;

    private final Turns<String> keys;

    StoredCollection(
            int number,
            String name,
            CollectionPolicy policy,
            StateForm<T> form,
            Validator<T> validator,
            Stripes stripes,
            Turns.Waiting waiting,
            DocumentsOptions options,
            InstantSource clock) {
        this.number = number;
        this.name = name;
        this.policy = policy;
        this.form = form;
        this.validator = validator;
        this.stripes = stripes;
        this.longestTurn = options.longestTurn();
        this.turns = new Turns<>(waiting);
        this.keys = new Turns<>(waiting);
        this.patience = Patience.onceBegun(longestTurn);
        this.plain = plain(patience);
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
        this.longestTurn = same.longestTurn;
        this.turns = same.turns;
        this.keys = same.keys;
        this.patience = same.patience;
        this.plain = same.plain;
        this.clock = same.clock;
        this.lifeMillis = policy.timeToLive().map(life -> life.toMillis()).orElse(0L);
    }

    /** Returns whether both have the same documents, perhaps in different forms. */
    final boolean isSameAs(@Nullable StoredCollection<?, ?> other) {
        return other != null && other.turns == turns;
    }

    /**
     * Opens the same documents in another form and under another policy. Holders of this form may continue to use it.
     */
    abstract <S> StoredCollection<S, ?> seenAs(CollectionPolicy changed, StateForm<S> by, Validator<S> validator);

    /** Returns the newest version that was entered, perhaps without its value. The caller holds its stripe. */
    abstract @Nullable Kept<T> head(DocumentId id);

    /** Returns the newest version that was entered, even if it is not visible yet. The caller holds its stripe. */
    abstract @Nullable Kept<T> latest(DocumentId id);

    /**
     * Stores a version if nothing forbids it. The caller holds its stripe.
     *
     * @param value null for a deletion
     */
    abstract O enter(Wanted wanted, DocumentId id, @Nullable T value, byte @Nullable [] body);

    /** Stores one write of a transaction; all of them were checked. The caller holds all stripes of the transaction. */
    abstract void enter(TransactionEntry entry, int index, Touched<T> touched);

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
    abstract @Nullable Write room(Patience patience);

    /** Returns the time limit of a request that enters now, for everything that it waits for. */
    Patience patience() {
        return patience;
    }

    /** Returns the parameters of a write without a key. Most writes name no version either and share one object. */
    Wanted wanted(Intent intent, long expected) {
        Wanted alike = expected == Intent.ANY ? plain.get(intent) : null;
        return alike != null ? alike : new Wanted(intent, expected, null, null, patience);
    }

    private static Map<Intent, Wanted> plain(Patience patience) {
        Map<Intent, Wanted> plain = new EnumMap<>(Intent.class);
        for (Intent intent : Intent.values()) plain.put(intent, new Wanted(intent, Intent.ANY, null, null, patience));
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
        return waiting().now(decided(id, Intent.ANY, updating(next), null, patience()));
    }

    @Override
    public final Write update(DocumentId id, Version expected, UnaryOperator<T> next) {
        return waiting().now(decided(id, expected.number(), updating(next), null, patience()));
    }

    @Override
    public final Write decide(DocumentId id, Optional<Version> expected, Decision<T> decision) {
        return waiting().now(decided(id, number(expected), decision, null, patience()));
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
        return later(decided(id, number(expected), decision, null, patience()));
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
        O decided = waiting().once(key, id, patience -> decided(id, number(expected), decision, key, patience));
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
        return write(wanted(intent, expected), id, value);
    }

    private O write(Wanted wanted, DocumentId id, @Nullable T value) {
        T own = value == null ? null : form.own(value);
        byte[] body = own == null ? null : body(own);
        Write unfit = own == null ? null : unfit(own, body);
        if (unfit == null) unfit = room(wanted.patience());
        if (unfit != null) return answer(id, unfit);

        Patience begun = wanted.patience();
        while (true) {
            Turn other;
            synchronized (stripes.of(id)) {
                other = turns.of(id);
                if (other == null) return enter(wanted, id, own, body);
            }
            begun = begun.begun();
            Write gaveUp = turns.await(other, begun);
            if (gaveUp != null) return answer(id, gaveUp);
        }
    }

    /** Runs one request for each key at a time, so that the second finds what the first has stored. */
    private O once(IdempotencyKey key, DocumentId id, Function<Patience, O> writing) {
        Patience patience = patience().begun();
        Write gaveUp = keys.take(key.text(), patience);
        if (gaveUp != null) return answer(id, gaveUp);
        try {
            Optional<Write> first = firstOutcome(key);
            return first.isPresent() ? answerAgain(id, first.get()) : writing.apply(patience);
        } finally {
            keys.end(key.text());
        }
    }

    private O once(IdempotencyKey key, Intent intent, DocumentId id, long expected, @Nullable T value) {
        return once(key, id, patience -> write(new Wanted(intent, expected, null, key, patience), id, value));
    }

    private O answerAgain(DocumentId id, Write first) {
        return answer(first instanceof Write.Stored stored ? stored.id() : id, first);
    }

    private O decided(
            DocumentId id, long expected, Decision<T> decision, @Nullable IdempotencyKey key, Patience patience) {
        Write gaveUp = room(patience);
        if (gaveUp == null) gaveUp = turns.take(id, patience);
        if (gaveUp != null) return answer(id, gaveUp);
        var wanted = new Wanted(Intent.DECIDED, expected, null, key, patience);
        try {
            return decidedInTurn(id, patience, () -> decidedOnce(id, wanted, decision));
        } catch (RuntimeException | Error thrown) {
            settleBefore(thrown);
            throw thrown;
        } finally {
            turns.end(id);
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

    /** Makes a decision during its turn; implementations repeat it if another node's write came first. */
    O decidedInTurn(DocumentId id, Patience patience, Supplier<O> deciding) {
        return deciding.get();
    }

    private O decidedOnce(DocumentId id, Wanted wanted, Decision<T> decision) {
        Optional<Write> first = wanted.key() == null ? Optional.empty() : firstOutcome(wanted.key());
        if (first.isPresent()) return answerAgain(id, first.get());

        long expected = wanted.expected();
        Kept<T> latest = latestOf(id);
        Kept<T> there = isThere(latest) ? latest : null;
        Write refusal = null;
        if (there != null) refusal = Intent.unexpected(policy, expected, there.version());
        else if (expected > 0) refusal = new Write.Missing();
        if (refusal != null) return answer(id, refusal);

        Next<T> next = decision.next(Optional.ofNullable(there).map(kept -> kept.document(form)));
        return switch (next) {
            case Next.Stored<T>(var value) -> enterDecided(wanted, id, latest, there, value);
            case Next.Refused<T>(var reasons) -> answer(id, new Write.Refused(reasons));
            case Next.Deleted<T> _ when there != null -> enterDecided(wanted, id, latest, null, null, Action.DELETED);
            case Next.Unchanged<T> _
            when there != null -> answer(id, new Write.Unchanged(new Version(there.version())));
            case Next.Deleted<T> _, Next.Unchanged<T> _ -> answer(id, new Write.Missing());
        };
    }

    private O enterDecided(Wanted wanted, DocumentId id, @Nullable Kept<T> latest, @Nullable Kept<T> there, T value) {
        if (there != null && policy.immutable()) return answer(id, new Write.Immutable(new Version(there.version())));
        T own = form.own(value);
        byte[] body = body(own);
        Write unfit = unfit(own, body);
        if (unfit != null) return answer(id, unfit);
        return enterDecided(wanted, id, latest, own, body, there == null ? Action.CREATED : Action.UPDATED);
    }

    /**
     * Stores the result of a decision. No other thread of this node can have written since the decision, because this
     * one has the turn.
     */
    private O enterDecided(
            Wanted wanted,
            DocumentId id,
            @Nullable Kept<T> latest,
            @Nullable T own,
            byte @Nullable [] body,
            Action action) {
        long decidedOf = latest == null ? 0 : latest.version();
        synchronized (stripes.of(id)) {
            return enter(wanted.decided(decidedOf, action), id, own, body);
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

    final @Nullable Kept<T> latestOf(DocumentId id) {
        synchronized (stripes.of(id)) {
            return latest(id);
        }
    }

    /** Returns the turn that another thread has with a document, or null. */
    final @Nullable Turn turn(DocumentId id) {
        return turns.of(id);
    }

    @Override
    public final boolean isInTurn(DocumentId id) {
        return turns.of(id) != null;
    }

    @Override
    public final Optional<Write> awaitTurn(DocumentId id) {
        Turn other = turns.of(id);
        return other == null ? Optional.empty() : Optional.ofNullable(await(other));
    }

    final @Nullable Write await(Turn turn) {
        return turns.await(turn, patience().begun());
    }

    /** Returns whether the document exists in this version and has not expired. */
    final boolean isThere(@Nullable Kept<T> kept) {
        return kept != null && kept.isThere() && !hasExpired(kept.atMillis);
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
            throw new IllegalArgumentException("a limit of " + limit + " is not in 1 to " + MOST_LISTED);
        }
        return limit;
    }
}

package vesper.documents;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.documents.Publication.OvertakenException;

/**
 * Documents that all nodes of a cluster have. Reads use this node's copy, which is a little behind. A write is appended
 * to the shared log against the version that this node knows, and is acknowledged when the copy has received it. If
 * another node's write came first, the write is checked again, and a decision is made again.
 */
final class ReplicatedCollection<T> extends StoredCollection<T, CompletableFuture<Write>> {
    /**
     * Start of the request or decision that this thread is running; all its writes share the time limit for a silent
     * log.
     */
    static final ScopedValue<Long> BEGUN = ScopedValue.newInstance();

    private final DurableCollection<T> copy;
    private final Replication replication;

    private ReplicatedCollection(
            DurableCollection<T> copy,
            Replication replication,
            Validator<T> validator,
            KeyedLocks.LockWaits lockWaits,
            DocumentsOptions options) {
        super(copy.number, copy.name, copy.policy, copy.form, validator, copy.stripes, lockWaits, options, copy.clock);
        this.copy = copy;
        this.replication = replication;
    }

    private ReplicatedCollection(ReplicatedCollection<?> same, DurableCollection<T> copy, Validator<T> validator) {
        super(same, copy.policy, copy.form, validator);
        this.copy = copy;
        this.replication = same.replication;
    }

    @SuppressWarnings("unchecked") // The copy takes values of any form, and JSON.
    static <T> ReplicatedCollection<T> open(
            DurableCollection<T> copy,
            SharedLog log,
            LogIdentity identity,
            String node,
            Validator<T> validator,
            KeyedLocks.LockWaits lockWaits,
            DocumentsOptions options) {
        var replication = new Replication(
                copy.name, log, (DurableCollection<Object>) copy, identity, node, options.longestReplication());
        replication.start();
        return new ReplicatedCollection<>(copy, replication, validator, lockWaits, options);
    }

    @Override
    <S> StoredCollection<S, ?> withForm(CollectionPolicy changed, StateForm<S> by, Validator<S> validator) {
        return new ReplicatedCollection<>(this, copy.withForm(changed, by, validator), validator);
    }

    Replication replication() {
        return replication;
    }

    // Reading

    @Override
    public Optional<Document<T>> get(DocumentId id) {
        return copy.get(id);
    }

    @Override
    public Optional<Document<T>> get(DocumentId id, Version version) {
        return copy.get(id, version);
    }

    @Override
    public Optional<Document<T>> asOf(DocumentId id, Instant time) {
        return copy.asOf(id, time);
    }

    @Override
    public Version version(DocumentId id) {
        return copy.version(id);
    }

    @Override
    public Page<VersionInfo, Version> versions(DocumentId id, Optional<Version> before, int limit) {
        return copy.versions(id, before, limit);
    }

    @Override
    public Page<Document<T>, DocumentId> list(Optional<DocumentId> after, int limit) {
        return copy.list(after, limit);
    }

    @Override
    public Page<DocumentId, DocumentId> ids(Optional<DocumentId> after, int limit) {
        return copy.ids(after, limit);
    }

    @Override
    public long count() {
        return copy.count();
    }

    @Override
    public OptionalLong keptBytes() {
        return copy.keptBytes();
    }

    @Override
    public long sequence() {
        return copy.sequence();
    }

    @Override
    public Feed<T> follow(long after) {
        catchUp(after);
        return copy.follow(after);
    }

    @Override
    public Feed<T> follow(DocumentId id, long after) {
        catchUp(after);
        return copy.follow(id, after);
    }

    /** Waits for changes that the caller got from another node and that this node may not have yet. */
    private void catchUp(long after) {
        if (after <= copy.sequence()) return;
        try {
            replication.current().join();
        } catch (CompletionException failure) {
            throw replication.notCurrent(failure);
        }
    }

    @Override
    public CompletableFuture<Void> current() {
        return replication.current();
    }

    @Override
    public Optional<Duration> lag() {
        return replication.lag();
    }

    @Override
    public boolean isCatchingUp() {
        return replication.isCatchingUp();
    }

    @Override
    public OptionalLong term() {
        return replication.term();
    }

    // Writing

    @Override
    @Nullable
    RetainedVersion<T> head(DocumentId id) {
        return copy.head(id);
    }

    @Override
    @Nullable
    RetainedVersion<T> latest(DocumentId id) {
        return copy.latest(id);
    }

    @Override
    CompletableFuture<Write> enter(
            WriteParameters parameters, DocumentId id, @Nullable T value, byte @Nullable [] body) {
        boolean isDecided = parameters.intent() == Intent.DECIDED;
        boolean isOvertaken = isDecided && parameters.expected() != newest(id);
        if (isOvertaken) return CompletableFuture.failedFuture(new OvertakenException(id));
        long left = replication.remainingNanos(parameters.deadline());
        if (left <= 0) return answer(id, new Write.Busy());
        return replication.enter(new Publication(
                id,
                isDecided,
                value,
                body,
                parameters.key(),
                publication -> computeEntry(publication, parameters),
                System.nanoTime() + left));
    }

    private long newest(DocumentId id) {
        RetainedVersion<T> head = copy.head(id);
        return head == null ? 0 : head.version();
    }

    @Override
    RequestDeadline deadline() {
        return replication.deadline(longestUpdateWait, BEGUN.isBound() ? BEGUN.get() : System.nanoTime());
    }

    @Override
    WriteParameters parameters(Intent intent, long expected) {
        return new WriteParameters(intent, expected, null, null, deadline());
    }

    /**
     * Appends a version that was made elsewhere. Waits while too many writes are under way.
     *
     * @param before the version that must come before it, 0 if it is the first; otherwise nothing is stored
     */
    CompletableFuture<Write> take(SharedLog.Entry entry, long before) {
        RequestDeadline deadline = deadline();
        Write full = replication.awaitRoom(deadline);
        if (full != null) return answer(entry.id(), full);
        var publication = new Publication(
                entry.id(),
                false,
                null,
                entry.body().utf8(),
                entry.key().orElse(null),
                it -> computeEntry(it, entry, before),
                System.nanoTime() + replication.remainingNanos(deadline));
        synchronized (stripes.of(entry.id())) {
            return replication.enter(publication);
        }
    }

    private @Nullable Write computeEntry(Publication publication, SharedLog.Entry entry, long before) {
        RetainedVersion<T> head = copy.head(entry.id());
        long newest = head == null ? 0 : head.version();
        if (newest >= entry.version()) return new Write.Exists(new Version(newest));
        if (newest != before) return new Write.Stale(new Version(before), new Version(newest));
        publication.setEntry(head, entry);
        return null;
    }

    /**
     * Computes the entry of a write against the current version. Returns the reason to refuse the write, or null. The
     * caller holds the document's stripe.
     */
    private @Nullable Write computeEntry(Publication publication, WriteParameters parameters) {
        IdempotencyKey key = publication.key;
        Write first = key == null ? null : firstOutcome(key).orElse(null);
        if (first != null) return first;
        RetainedVersion<T> before = copy.head(publication.id);
        boolean isThere = isThere(before);
        Write refusal = parameters
                .intent()
                .refusal(policy, parameters.expected(), before == null ? 0 : before.version(), isThere);
        if (refusal == null) publication.setEntry(before, parameters.action(isThere), clock.millis());
        return refusal;
    }

    /**
     * Decides only while no other write to the document is under way, and again if another node's version came in
     * between. A decision that stores nothing may rest on an outdated version. It holds if a check then shows that the
     * version is still current in the cluster.
     */
    @Override
    CompletableFuture<Write> decidedWithLock(
            DocumentId id, RequestDeadline deadline, Supplier<CompletableFuture<Write>> deciding) {
        replication.requireMayWait();
        return ScopedValue.where(BEGUN, deadline.startedNanos()).call(() -> decideUntilCurrent(id, deadline, deciding));
    }

    private CompletableFuture<Write> decideUntilCurrent(
            DocumentId id, RequestDeadline deadline, Supplier<CompletableFuture<Write>> deciding) {
        long current = -1;
        while (true) {
            Write inTheWay = replication.awaitWritten(id, deadline);
            if (inTheWay != null) return answer(id, inTheWay);
            // No time is left to learn the outcome.
            if (replication.remainingNanos(deadline) <= 0) return answer(id, new Write.Busy());
            long known = newestKnown(id);
            DecisionResult decided = DecisionResult.by(deciding);
            if (!decided.isOvertaken()) {
                if (decided.holdsAnyway() || known == current) return decided.get();
                if (!checkReached(replication.current(replication.remainingNanos(deadline)))
                        .join()) return decided.unchecked();
                current = newestKnown(id);
                if (known == current) return decided.get();
            }
            if (deadline.remainingNanos() <= 0) return answer(id, new Write.Busy());
        }
    }

    private long newestKnown(DocumentId id) {
        synchronized (stripes.of(id)) {
            return newest(id);
        }
    }

    private static CompletableFuture<Boolean> checkReached(CompletableFuture<Void> current) {
        return current.handle((_, failure) -> failure == null);
    }

    /**
     * The result of a decision.
     *
     * @param thrown the exception of the decision's function
     */
    private record DecisionResult(
            @Nullable Write write, @Nullable RuntimeException thrown) {
        static DecisionResult by(Supplier<CompletableFuture<Write>> deciding) {
            try {
                return deciding.get()
                        .handle((write, failure) ->
                                new DecisionResult(write, failure == null ? null : unwrapped(failure)))
                        .join();
            } catch (RuntimeException thrown) {
                return new DecisionResult(null, thrown);
            }
        }

        private static RuntimeException unwrapped(Throwable failure) {
            Throwable why =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            return why instanceof RuntimeException known ? known : new CompletionException(why);
        }

        boolean isOvertaken() {
            return thrown instanceof OvertakenException;
        }

        /** Returns whether the result holds even if other nodes have newer versions. */
        boolean holdsAnyway() {
            return switch (write) {
                case Write.Stored _, Write.KeyUsed _, Write.Busy _, Write.OutcomeUnknown _ -> true;
                case Write.Unchanged _,
                        Write.Stale _,
                        Write.Exists _,
                        Write.Missing _,
                        Write.Unnamed _,
                        Write.Immutable _,
                        Write.TooLarge _,
                        Write.Refused _,
                        Write.Deadlocked _ -> false;
                // The function may have thrown because of a version that it read.
                case null -> false;
            };
        }

        CompletableFuture<Write> get() {
            if (thrown != null) throw thrown;
            return CompletableFuture.completedFuture(Objects.requireNonNull(write));
        }

        /**
         * Returns the result if the cluster does not say what other nodes know: {@link Write.Busy}, unless the function
         * threw.
         */
        CompletableFuture<Write> unchecked() {
            if (thrown != null) throw thrown;
            return CompletableFuture.completedFuture(new Write.Busy());
        }
    }

    @Override
    void enter(TransactionEntry entry, int index, TransactionDocument<T> touched) {
        throw new IllegalStateException("collection " + name + " is replicated and cannot take part in a transaction");
    }

    @Override
    CompletableFuture<Write> answer(DocumentId id, Write write) {
        return CompletableFuture.completedFuture(write);
    }

    @Override
    void settle() {}

    @Override
    void requireMayWait() {
        replication.requireMayWait();
    }

    @Override
    @Nullable
    Write room(RequestDeadline deadline) {
        return replication.awaitRoom(deadline);
    }

    @Override
    Write now(CompletableFuture<Write> entered) {
        try {
            return entered.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException why) throw why;
            throw failure;
        }
    }

    @Override
    CompletableFuture<Write> later(CompletableFuture<Write> entered) {
        return entered;
    }

    @Override
    byte @Nullable [] body(T value) {
        return form.toBytes(value);
    }

    @Override
    int mostBytes() {
        return copy.mostBytes();
    }

    @Override
    Optional<Write> firstOutcome(IdempotencyKey key) {
        return copy.firstOutcome(key);
    }

    @Override
    void upkeep() {
        copy.upkeep(this::expire);
    }

    /** Expires a document. Only the leader deletes it, and asks again until it sees the deletion. */
    private boolean expire(DocumentId id) {
        if (isLeader() && !replication.isUnderWay(id)) {
            var _ = enter(
                    new WriteParameters(Intent.DECIDED, newest(id), Action.EXPIRED, null, deadline()), id, null, null);
        }
        return false;
    }
}

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
            Turns.Waiting waiting,
            DocumentsOptions options) {
        super(copy.number, copy.name, copy.policy, copy.form, validator, copy.stripes, waiting, options, copy.clock);
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
            Origin origin,
            String node,
            Validator<T> validator,
            Turns.Waiting waiting,
            DocumentsOptions options) {
        var replication = new Replication(
                copy.name, log, (DurableCollection<Object>) copy, origin, node, options.longestReplication());
        replication.start();
        return new ReplicatedCollection<>(copy, replication, validator, waiting, options);
    }

    @Override
    <S> StoredCollection<S, ?> seenAs(CollectionPolicy changed, StateForm<S> by, Validator<S> validator) {
        return new ReplicatedCollection<>(this, copy.seenBy(changed, by, validator), validator);
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
    Kept<T> head(DocumentId id) {
        return copy.head(id);
    }

    @Override
    @Nullable
    Kept<T> latest(DocumentId id) {
        return copy.latest(id);
    }

    @Override
    CompletableFuture<Write> enter(Wanted wanted, DocumentId id, @Nullable T value, byte @Nullable [] body) {
        boolean isDecided = wanted.intent() == Intent.DECIDED;
        boolean isOvertaken = isDecided && wanted.expected() != newest(id);
        if (isOvertaken) return CompletableFuture.failedFuture(new OvertakenException(id));
        long left = replication.leftNanos(wanted.patience());
        if (left <= 0) return answer(id, new Write.Busy());
        return replication.enter(new Publication(
                id,
                isDecided,
                value,
                body,
                wanted.key(),
                publication -> aim(publication, wanted),
                System.nanoTime() + left));
    }

    private long newest(DocumentId id) {
        Kept<T> head = copy.head(id);
        return head == null ? 0 : head.version();
    }

    @Override
    Patience patience() {
        return replication.patience(longestTurn, BEGUN.isBound() ? BEGUN.get() : System.nanoTime());
    }

    @Override
    Wanted wanted(Intent intent, long expected) {
        return new Wanted(intent, expected, null, null, patience());
    }

    /**
     * Appends a version that was made elsewhere. Waits while too many writes are under way.
     *
     * @param before the version that must come before it, 0 if it is the first; otherwise nothing is stored
     */
    CompletableFuture<Write> take(SharedLog.Entry entry, long before) {
        Patience patience = patience();
        Write full = replication.awaitRoom(patience);
        if (full != null) return answer(entry.id(), full);
        var publication = new Publication(
                entry.id(),
                false,
                null,
                entry.body().utf8(),
                entry.key().orElse(null),
                it -> aim(it, entry, before),
                System.nanoTime() + replication.leftNanos(patience));
        synchronized (stripes.of(entry.id())) {
            return replication.enter(publication);
        }
    }

    private @Nullable Write aim(Publication publication, SharedLog.Entry entry, long before) {
        Kept<T> head = copy.head(entry.id());
        long newest = head == null ? 0 : head.version();
        if (newest >= entry.version()) return new Write.Exists(new Version(newest));
        if (newest != before) return new Write.Stale(new Version(before), new Version(newest));
        publication.aimAt(head, entry);
        return null;
    }

    /**
     * Computes the entry of a write against the current version. Returns the reason to refuse the write, or null. The
     * caller holds the document's stripe.
     */
    private @Nullable Write aim(Publication publication, Wanted wanted) {
        IdempotencyKey key = publication.key;
        Write first = key == null ? null : firstOutcome(key).orElse(null);
        if (first != null) return first;
        Kept<T> before = copy.head(publication.id);
        boolean isThere = isThere(before);
        Write refusal =
                wanted.intent().refusal(policy, wanted.expected(), before == null ? 0 : before.version(), isThere);
        if (refusal == null) publication.aimAt(before, wanted.action(isThere), clock.millis());
        return refusal;
    }

    /**
     * Decides only while no other write to the document is under way, and again if another node's version came in
     * between. A decision that stores nothing may rest on an outdated version. It holds if a check then shows that the
     * version is still current in the cluster.
     */
    @Override
    CompletableFuture<Write> decidedInTurn(
            DocumentId id, Patience patience, Supplier<CompletableFuture<Write>> deciding) {
        replication.requireMayWait();
        return ScopedValue.where(BEGUN, patience.begunNanos()).call(() -> decidedAtLast(id, patience, deciding));
    }

    private CompletableFuture<Write> decidedAtLast(
            DocumentId id, Patience patience, Supplier<CompletableFuture<Write>> deciding) {
        long current = -1;
        while (true) {
            Write inTheWay = replication.awaitWritten(id, patience);
            if (inTheWay != null) return answer(id, inTheWay);
            // No time is left to learn the outcome.
            if (replication.leftNanos(patience) <= 0) return answer(id, new Write.Busy());
            long known = newestKnown(id);
            Decided decided = Decided.by(deciding);
            if (!decided.isOvertaken()) {
                if (decided.holdsAnyway() || known == current) return decided.get();
                if (!whetherReached(replication.current(replication.leftNanos(patience)))
                        .join()) return decided.unchecked();
                current = newestKnown(id);
                if (known == current) return decided.get();
            }
            if (patience.leftNanos() <= 0) return answer(id, new Write.Busy());
        }
    }

    private long newestKnown(DocumentId id) {
        synchronized (stripes.of(id)) {
            return newest(id);
        }
    }

    private static CompletableFuture<Boolean> whetherReached(CompletableFuture<Void> current) {
        return current.handle((_, failure) -> failure == null);
    }

    /**
     * The result of a decision.
     *
     * @param thrown the exception of the decision's function
     */
    private record Decided(@Nullable Write write, @Nullable RuntimeException thrown) {
        static Decided by(Supplier<CompletableFuture<Write>> deciding) {
            try {
                return deciding.get()
                        .handle((write, failure) -> new Decided(write, failure == null ? null : unwrapped(failure)))
                        .join();
            } catch (RuntimeException thrown) {
                return new Decided(null, thrown);
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
                case Write.Stored _, Write.KeyUsed _, Write.Busy _, Write.Unsure _ -> true;
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
    void enter(TransactionEntry entry, int index, Touched<T> touched) {
        throw new IllegalStateException("collection " + name + " is replicated, and in no transaction");
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
    Write room(Patience patience) {
        return replication.awaitRoom(patience);
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
            var _ = enter(new Wanted(Intent.DECIDED, newest(id), Action.EXPIRED, null, patience()), id, null, null);
        }
        return false;
    }
}

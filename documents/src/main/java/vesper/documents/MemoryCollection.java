package vesper.documents;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Documents in memory, each with its current version only. Reads take no lock. An idle document was measured to take
 * about 80 bytes in addition to its key and its state.
 */
final class MemoryCollection<T> extends StoredCollection<T, Write> {
    /** Time at which sequences of memory collections start: 2026-01-01T00:00Z. */
    private static final long FIRST_LIFE_MILLIS = 1_767_225_600_000L;
    /**
     * Low bits of a sequence, below the milliseconds. Sequences stay below 2^53 for 69 years, so every JSON reader can
     * represent them exactly.
     */
    private static final int SEQUENCE_BITS = 12;

    private final ConcurrentHashMap<DocumentId, RetainedVersion<T>> documents;
    private final OrderedIds ids;
    private final AtomicLong count;
    private final RecentChanges<T> recent;
    private final FirstOutcomes firstOutcomes;
    /** True if values may be of another form. */
    private boolean isForeign;

    MemoryCollection(
            int number,
            String name,
            CollectionPolicy policy,
            StateForm<T> form,
            Validator<T> validator,
            KeyedLocks.LockWaits lockWaits,
            DocumentsOptions options,
            InstantSource clock) {
        super(number, name, policy, form, validator, new Stripes(), lockWaits, options, clock);
        this.documents = new ConcurrentHashMap<>();
        this.ids = new OrderedIds(documents::containsKey);
        this.count = new AtomicLong();
        this.recent = new RecentChanges<>(policy.changes(), beginning(clock));
        this.firstOutcomes = new FirstOutcomes(policy.firstOutcomes());
    }

    /**
     * Returns the first sequence. It is above all sequences of earlier lives if those had at most four million changes
     * a second.
     */
    private static long beginning(InstantSource clock) {
        return Math.max(0, clock.millis() - FIRST_LIFE_MILLIS) << SEQUENCE_BITS;
    }

    /**
     * Opens the same documents in another form. The casts are safe because the form converts every value before a
     * caller gets it.
     */
    @SuppressWarnings("unchecked")
    private MemoryCollection(
            MemoryCollection<?> same, CollectionPolicy policy, StateForm<T> form, Validator<T> validator) {
        super(same, policy, form, validator);
        this.documents =
                (ConcurrentHashMap<DocumentId, RetainedVersion<T>>) (ConcurrentHashMap<DocumentId, ?>) same.documents;
        this.ids = same.ids;
        this.count = same.count;
        this.recent = (RecentChanges<T>) same.recent;
        this.firstOutcomes = same.firstOutcomes;
        this.isForeign = true;
    }

    @Override
    <S> StoredCollection<S, ?> withForm(CollectionPolicy changed, StateForm<S> by, Validator<S> validator) {
        return new MemoryCollection<>(this, changed, by, validator);
    }

    @Override
    public Optional<Document<T>> get(DocumentId id) {
        RetainedVersion<T> version = documents.get(id);
        return version != null && isThere(version) ? Optional.of(version.document(form)) : Optional.empty();
    }

    @Override
    public Optional<Document<T>> get(DocumentId id, Version version) {
        return get(id).filter(document -> document.version().equals(version));
    }

    @Override
    public Optional<Document<T>> asOf(DocumentId id, Instant time) {
        return get(id).filter(document -> !document.storedAt().isAfter(time));
    }

    @Override
    public Version version(DocumentId id) {
        RetainedVersion<T> version = documents.get(id);
        return version == null ? Version.NONE : new Version(version.version());
    }

    @Override
    public Page<VersionInfo, Version> versions(DocumentId id, Optional<Version> before, int limit) {
        listed(limit);
        RetainedVersion<T> version = documents.get(id);
        boolean isListed = version != null
                && (before.isEmpty() || version.version() < before.get().number());
        return new Page<>(isListed && version != null ? List.of(version.info()) : List.of(), Optional.empty());
    }

    @Override
    public Page<Document<T>, DocumentId> list(Optional<DocumentId> after, int limit) {
        List<Document<T>> page = new ArrayList<>(Math.min(listed(limit), 100));
        Optional<DocumentId> last = after;
        while (true) {
            List<DocumentId> next = ids.next(last, limit);
            for (DocumentId id : next) {
                get(id).ifPresent(page::add);
                last = Optional.of(id);
                if (page.size() == limit) return new Page<>(page, last);
            }
            if (next.size() < limit) return new Page<>(page, Optional.empty());
        }
    }

    @Override
    public Page<DocumentId, DocumentId> ids(Optional<DocumentId> after, int limit) {
        return page(ids.next(after, listed(limit)), limit);
    }

    @Override
    public CompletableFuture<Void> current() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public Optional<Duration> lag() {
        return Optional.of(Duration.ZERO);
    }

    @Override
    public boolean isCatchingUp() {
        return false;
    }

    @Override
    public OptionalLong term() {
        return OptionalLong.of(0);
    }

    @Override
    public long count() {
        return count.get();
    }

    @Override
    public OptionalLong keptBytes() {
        return OptionalLong.empty();
    }

    @Override
    public long sequence() {
        return recent.newest();
    }

    @Override
    public Feed<T> follow(long after) {
        return new MemoryFeed<>(recent, form, null, after);
    }

    @Override
    public Feed<T> follow(DocumentId id, long after) {
        return new MemoryFeed<>(recent, form, id, after);
    }

    @Override
    @Nullable
    RetainedVersion<T> head(DocumentId id) {
        return documents.get(id);
    }

    @Override
    @Nullable
    Write room(RequestDeadline deadline) {
        return null;
    }

    @Override
    void settle() {}

    @Override
    void requireMayWait() {}

    @Override
    @Nullable
    RetainedVersion<T> latest(DocumentId id) {
        return documents.get(id);
    }

    @Override
    Write enter(WriteParameters parameters, DocumentId id, @Nullable T value, byte @Nullable [] body) {
        RetainedVersion<T> before = documents.get(id);
        long version = before == null ? 0 : before.version();
        boolean isThere = isThere(before);
        Write refusal = parameters.intent().refusal(policy, parameters.expected(), version, isThere);
        if (refusal != null) return refusal;

        Action made = parameters.action(isThere);
        Write.Stored stored = store(before, id, made, value).stored();
        if (parameters.key() != null) firstOutcomes.remember(parameters.key(), stored);
        return stored;
    }

    @Override
    void enter(TransactionEntry entry, int index, TransactionDocument<T> touched) {
        RetainedVersion<T> before = documents.get(touched.id());
        entry.stored(
                index,
                store(before, touched.id(), touched.action(), touched.value()).stored());
    }

    /** Stores the next version. The caller holds the document's stripe. */
    private RetainedVersion<T> store(
            @Nullable RetainedVersion<T> before, DocumentId id, Action action, @Nullable T value) {
        long now = clock.millis();
        var version = before == null
                ? new RetainedVersion<>(id, 1, action, now, value)
                // Keep using the first id object, so that the new one can be collected.
                : new RetainedVersion<>(before.id, before.version() + 1, action, Math.max(now, before.atMillis), value);
        documents.put(version.id, version);
        boolean wasThere = before != null && before.value != null;
        if (wasThere != (value != null)) count.addAndGet(value == null ? -1 : 1);
        if (before == null) ids.add(id);
        recent.add(version);
        return version;
    }

    @Override
    Write answer(DocumentId id, Write write) {
        return write;
    }

    @Override
    Write now(Write entered) {
        return entered;
    }

    @Override
    CompletableFuture<Write> later(Write entered) {
        return CompletableFuture.completedFuture(entered);
    }

    @Override
    byte @Nullable [] body(T value) {
        return null;
    }

    @Override
    int mostBytes() {
        return Integer.MAX_VALUE;
    }

    @Override
    Optional<Write> firstOutcome(IdempotencyKey key) {
        return firstOutcomes.of(key, clock.millis());
    }

    /**
     * Expires documents and forgets old tombstones. Holds the stripe of one document at a time; a document whose update
     * is running waits for the next round.
     */
    @Override
    void upkeep() {
        long oldTombstones = clock.millis() - policy.tombstones().toMillis();
        for (RetainedVersion<T> version : documents.values()) {
            boolean isDue = version.value == null ? version.atMillis <= oldTombstones : hasExpired(version.atMillis);
            if (isDue) endOf(version);
            else if (isForeign) makeOwn(version);
        }
        if (isForeign) {
            recent.replaceAll(this::own);
            form.foreign().forget();
        }
        isForeign = false;
    }

    /** Converts a value to this form, so that classes that are no longer used can be unloaded. */
    @SuppressWarnings("ReferenceEquality") // It is the same object or another version.
    private void makeOwn(RetainedVersion<T> version) {
        RetainedVersion<T> own = own(version);
        if (own == version) return;
        synchronized (stripes.of(version.id)) {
            if (documents.get(version.id) == version) documents.put(version.id, own);
        }
    }

    private RetainedVersion<T> own(RetainedVersion<T> version) {
        Object value = version.value;
        if (value == null || form.isOwn(value)) return version;
        try {
            return version.with(form.own(value));
        } catch (StateMismatchException _) {
            // A reader gets this exception; the document can be replaced, or read in another form.
            return version;
        }
    }

    @SuppressWarnings("ReferenceEquality") // It is the same object or another version.
    private void endOf(RetainedVersion<T> version) {
        synchronized (stripes.of(version.id)) {
            if (documents.get(version.id) != version || isBeingUpdated(version.id)) return;
            if (version.value == null) documents.remove(version.id);
            else store(version, version.id, Action.EXPIRED, null);
        }
    }
}

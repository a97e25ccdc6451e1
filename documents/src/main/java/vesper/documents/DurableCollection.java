package vesper.documents;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import vesper.documents.DocumentLog.Waiting;
import vesper.documents.positions.CurrentVersion;
import vesper.documents.positions.DueRow;
import vesper.documents.positions.KeyOutcome;
import vesper.documents.positions.VersionPlace;
import vesper.journal.EntryGoneException;

/**
 * Documents in the journal. A write is entered under its document's stripe, so that the next write is compared with it;
 * readers see the version before until the write is acknowledged. Idle documents take no memory: values are in a cache
 * that all collections share, or are read from the journal.
 */
final class DurableCollection<T> extends StoredCollection<T, Waiting> {
    /** Attempts to read a version; each may fail because compaction has just moved the version elsewhere. */
    private static final int MOST_READS = 10;
    /**
     * Rounds that drop values of another form. One is not enough: a version that became visible just before it may
     * enter memory again.
     */
    private static final int ROUNDS_OF_FOREIGN = 3;

    private final VersionIndex<T> index;
    private final DurableStore store;
    private final DocumentLog log;
    private final RecentChanges<T> recent;
    private final FirstOutcomes firstOutcomes;
    /** Rounds left that drop values of another form from memory. Used by the upkeep only. */
    private int roundsOfForeign;

    private DurableCollection(
            VersionIndex<T> index,
            DurableStore store,
            CollectionPolicy policy,
            StateForm<T> form,
            Validator<T> validator,
            KeyedLocks.LockWaits lockWaits,
            DocumentsOptions options,
            InstantSource clock) {
        super(index.number(), index.name(), policy, form, validator, index.stripes(), lockWaits, options, clock);
        this.index = index;
        this.store = store;
        this.log = store.log();
        this.firstOutcomes = new FirstOutcomes(policy.firstOutcomes());
        synchronized (log) {
            this.recent = new RecentChanges<>(policy.changes(), index.nextSequence());
        }
    }

    /**
     * Opens the same documents in another form. The casts are safe because the form converts every value from memory
     * before a caller gets it.
     */
    @SuppressWarnings("unchecked")
    private DurableCollection(
            DurableCollection<?> same, CollectionPolicy policy, StateForm<T> form, Validator<T> validator) {
        super(same, policy, form, validator);
        this.index = (VersionIndex<T>) same.index;
        this.store = same.store;
        this.log = same.log;
        this.firstOutcomes = same.firstOutcomes;
        this.recent = (RecentChanges<T>) same.recent;
        this.roundsOfForeign = ROUNDS_OF_FOREIGN;
    }

    @Override
    <S> DurableCollection<S> withForm(CollectionPolicy changed, StateForm<S> by, Validator<S> validator) {
        // Values of the earlier form are then read from the journal again.
        store.uncache(index.number());
        return new DurableCollection<>(this, changed, by, validator);
    }

    static <T> DurableCollection<T> open(
            VersionIndex<T> index,
            DurableStore store,
            CollectionPolicy policy,
            StateForm<T> form,
            Validator<T> validator,
            KeyedLocks.LockWaits lockWaits,
            DocumentsOptions options,
            InstantSource clock)
            throws IOException {
        var opened = new DurableCollection<>(index, store, policy, form, validator, lockWaits, options, clock);
        index.firsts().stream()
                .sorted(Comparator.comparingLong(KeyOutcome::atMillis))
                .forEach(opened::remember);
        return opened;
    }

    private void remember(KeyOutcome first) {
        var key = IdempotencyKey.ofKept(first.key());
        var stored = new Write.Stored(
                new DocumentId(first.id()), new Version(first.version()), Instant.ofEpochMilli(first.atMillis()), true);
        for (IdempotencyKey forgotten : firstOutcomes.remember(key, stored)) index.forgetKey(forgotten.kept());
    }

    // Reading

    @Override
    public Optional<Document<T>> get(DocumentId id) {
        DurableVersion<T> shown = shown(id);
        return shown != null && isThere(shown) ? Optional.of(shown.document(form)) : Optional.empty();
    }

    /** Returns the newest visible version with its value. */
    private @Nullable DurableVersion<T> shown(DocumentId id) {
        RecentDocument<T> document = index.recent(id);
        DurableVersion<T> shown = document == null ? null : document.shown();
        if (shown == null) shown = store.cached(index.number(), id);
        if (shown != null && !shown.lacksValue()) return shown;
        return load(id);
    }

    private @Nullable DurableVersion<T> load(DocumentId id) {
        EntryGoneException gone = null;
        for (int read = 0; read < MOST_READS; read++) {
            long round = index.rounds();
            DurableVersion<T> head = shownHead(id);
            if (head == null || !head.lacksValue()) return head;
            try {
                DurableVersion<T> loaded = head.with(value(id, head.place()));
                synchronized (stripes.of(id)) {
                    // If the view has changed since, it may already have a newer version that is no longer in memory.
                    if (index.rounds() == round) store.cache(index.number(), loaded);
                }
                return loaded;
            } catch (EntryGoneException movedOn) {
                gone = movedOn;
            } catch (IOException failure) {
                throw VersionIndex.unread(failure);
            }
        }
        throw VersionIndex.unread(gone == null ? new IOException("document " + id) : gone);
    }

    private T value(DocumentId id, VersionPlace place) throws IOException {
        return form.fromBytes(store.entry(place.position(), index.number(), id, place.version())
                .body()
                .utf8());
    }

    /** Returns the newest visible version, perhaps without its value. */
    private @Nullable DurableVersion<T> shownHead(DocumentId id) {
        RecentDocument<T> document = index.recent(id);
        DurableVersion<T> shown = document == null ? null : document.shown();
        if (shown != null) return shown;
        return index.viewed(id)
                .map(current -> DurableVersion.<T>of(id, current, null))
                .orElse(null);
    }

    @Override
    public Optional<Document<T>> get(DocumentId id, Version version) {
        List<VersionPlace> places = index.places(id, version.number() + 1, 1);
        return places.isEmpty() || places.getFirst().version() != version.number()
                ? Optional.empty()
                : document(id, places.getFirst());
    }

    private Optional<Document<T>> document(DocumentId id, VersionPlace place) {
        if (!Action.of(place.action()).isThere()) return Optional.empty();
        EntryGoneException gone = null;
        VersionPlace at = place;
        for (int read = 0; read < MOST_READS; read++) {
            try {
                return Optional.of(new Document<>(
                        id, new Version(at.version()), Instant.ofEpochMilli(at.atMillis()), value(id, at)));
            } catch (EntryGoneException movedOn) {
                gone = movedOn;
            } catch (IOException failure) {
                throw VersionIndex.unread(failure);
            }
            List<VersionPlace> again = index.places(id, place.version() + 1, 1);
            if (again.isEmpty() || again.getFirst().version() != place.version()) return Optional.empty();
            at = again.getFirst();
        }
        throw VersionIndex.unread(gone == null ? new IOException("document " + id) : gone);
    }

    @Override
    public Optional<Document<T>> asOf(DocumentId id, Instant time) {
        long below = Long.MAX_VALUE;
        while (true) {
            List<VersionPlace> places = index.places(id, below, 100);
            for (VersionPlace place : places) {
                if (place.atMillis() > time.toEpochMilli()) continue;
                boolean hadExpired = lifeMillis > 0 && time.toEpochMilli() - place.atMillis() >= lifeMillis;
                return hadExpired ? Optional.empty() : document(id, place);
            }
            if (places.size() < 100) return Optional.empty();
            below = places.getLast().version();
        }
    }

    @Override
    public Version version(DocumentId id) {
        DurableVersion<T> head = shownHead(id);
        return head == null ? Version.NONE : new Version(head.version());
    }

    @Override
    public Page<VersionInfo, Version> versions(DocumentId id, Optional<Version> before, int limit) {
        listed(limit);
        long below = before.map(Version::number).orElse(Long.MAX_VALUE);
        List<VersionInfo> infos = index.places(id, below, limit).stream()
                .map(place -> new VersionInfo(
                        new Version(place.version()),
                        Instant.ofEpochMilli(place.atMillis()),
                        Action.of(place.action())))
                .toList();
        return new Page<>(
                infos,
                infos.size() < limit
                        ? Optional.empty()
                        : Optional.of(infos.getLast().version()));
    }

    @Override
    public Page<Document<T>, DocumentId> list(Optional<DocumentId> after, int limit) {
        List<Document<T>> page = new ArrayList<>(Math.min(listed(limit), 100));
        Optional<DocumentId> last = after;
        while (true) {
            List<DocumentId> next = index.ids(last, limit);
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
        return page(index.ids(after, listed(limit)), limit);
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
        return index.count();
    }

    @Override
    public OptionalLong keptBytes() {
        return OptionalLong.of(index.liveBytes());
    }

    @Override
    public long sequence() {
        return recent.newestChange();
    }

    @Override
    public Feed<T> follow(long after) {
        return new DurableFeed<>(index, store, recent, form, null, after, policy.storage() == Storage.REPLICATED);
    }

    @Override
    public Feed<T> follow(DocumentId id, long after) {
        return new DurableFeed<>(index, store, recent, form, id, after, policy.storage() == Storage.REPLICATED);
    }

    // Writing

    @Override
    @Nullable
    RetainedVersion<T> head(DocumentId id) {
        RecentDocument<T> document = index.recent(id);
        return document == null ? headInView(id) : document.latest();
    }

    private @Nullable DurableVersion<T> headInView(DocumentId id) {
        DurableVersion<T> cached = store.cached(index.number(), id);
        if (cached != null) return cached;
        return index.viewed(id)
                .map(current -> DurableVersion.<T>of(id, current, null))
                .orElse(null);
    }

    @Override
    @Nullable
    RetainedVersion<T> latest(DocumentId id) {
        RecentDocument<T> document = index.recent(id);
        DurableVersion<T> latest = document == null ? null : document.latest();
        // A version that is not in memory is visible, so loading the newest visible one is enough.
        return latest == null || latest.lacksValue() ? load(id) : latest;
    }

    @Override
    Waiting enter(WriteParameters parameters, DocumentId id, @Nullable T value, byte @Nullable [] body) {
        IdempotencyKey key = parameters.key();
        RetainedVersion<T> before = head(id);
        long version = before == null ? 0 : before.version();
        boolean isThere = isThere(before);
        Write refusal = parameters.intent().refusal(policy, parameters.expected(), version, isThere);
        if (refusal != null) return answer(id, refusal);

        Action made = parameters.action(isThere);
        long atMillis = before == null ? clock.millis() : Math.max(clock.millis(), before.atMillis);
        ByteBuffer record = LogEntry.bytes(number, version + 1, made, atMillis, id, key, body);
        int sizeBytes = record.remaining();
        synchronized (log) {
            long sequence = index.takeSequence();
            LogEntry.setSequence(record, sequence);
            long position = append(record);
            var next = new DurableVersion<>(id, version + 1, made, atMillis, value, sequence, position, sizeBytes);
            Entered entered = entered(before, next, key);
            log.add(entered);
            return entered;
        }
    }

    private long append(ByteBuffer record) {
        try {
            return log.append(LogEntry.WRITE, record);
        } catch (RuntimeException failure) {
            // Sequences must have no gap.
            index.returnSequence();
            throw failure;
        }
    }

    /**
     * Registers the next version of a document, whose record is in the log. The caller holds the log's monitor and the
     * document's stripe.
     */
    private Entered entered(@Nullable RetainedVersion<T> before, DurableVersion<T> next, @Nullable IdempotencyKey key) {
        RecentDocument<T> document =
                index.recentAfter(next.id, before instanceof DurableVersion<T> logged ? logged.place() : null);
        document.enter(next);
        Write.Stored stored = next.stored();
        if (key != null) {
            for (IdempotencyKey forgotten : firstOutcomes.remember(key, stored)) {
                index.forgetKey(forgotten.kept());
            }
        }
        return new Entered(document, next, key, stored);
    }

    /** A version that is in the log and not visible yet. */
    private final class Entered extends Waiting {
        private final RecentDocument<T> document;
        private final DurableVersion<T> next;
        private final @Nullable IdempotencyKey key;

        Entered(RecentDocument<T> document, DurableVersion<T> next, @Nullable IdempotencyKey key, Write.Stored stored) {
            super(stored, next.sizeBytes());
            this.document = document;
            this.next = next;
            this.key = key;
        }

        @Override
        void show() {
            index.show(document, next, key == null ? null : key.kept());
            recent.addNext(next);
            store.shown(next.sizeBytes());
        }
    }

    // Entries of a shared log

    /**
     * Stores a version under the sequence that a shared log gave it; this copy follows that log. The caller holds the
     * document's stripe. Only one thread may call this and {@link #skip}.
     *
     * @param value the value of the entry if this node already has it; otherwise null
     */
    void applyDelivered(long sequence, SharedLog.Entry entry, @Nullable T value) {
        RetainedVersion<T> before = head(entry.id());
        if (before != null && before.version() >= entry.version()) {
            throw new SharedLog.DivergedException("document " + entry.id() + " of collection " + name
                    + " was delivered in version " + entry.version() + " at " + sequence
                    + ", but this copy has version "
                    + before.version() + " at " + before.sequence());
        }
        ByteBuffer record = LogEntry.bytes(
                number,
                entry.version(),
                entry.action(),
                entry.atMillis(),
                entry.id(),
                entry.key().orElse(null),
                entry.body().utf8());
        LogEntry.setSequence(record, sequence);
        int sizeBytes = record.remaining();
        synchronized (log) {
            long position = log.append(LogEntry.WRITE, record);
            index.follow(sequence);
            var next = new DurableVersion<>(
                    entry.id(),
                    entry.version(),
                    entry.action(),
                    entry.atMillis(),
                    entry.action().isThere() ? valueOf(entry, value) : null,
                    sequence,
                    position,
                    sizeBytes);
            log.add(entered(before, next, entry.key().orElse(null)));
        }
    }

    /** Returns the value, or the JSON of the entry, which the form converts when a reader needs it. */
    @SuppressWarnings("unchecked")
    private T valueOf(SharedLog.Entry entry, @Nullable T value) {
        return value != null ? value : (T) entry.body();
    }

    /** Skips a sequence at which nothing changed. */
    void skip(long sequence) {
        synchronized (log) {
            index.follow(sequence);
            recent.addNext(RetainedVersion.placeholder(sequence));
        }
    }

    /** Returns the last sequence of the shared log that this copy has received. */
    long deliveredUpTo() {
        synchronized (log) {
            return index.nextSequence() - 1;
        }
    }

    /** @param delivered returns the last sequence that this copy has received, up to which all is visible */
    CopyDigests digests(LongSupplier delivered) {
        return new CopyDigests(index, store, this::newestOf, delivered);
    }

    private @Nullable RetainedVersion<?> newestOf(DocumentId id) {
        synchronized (stripes.of(id)) {
            return head(id);
        }
    }

    @Override
    void enter(TransactionEntry entry, int at, TransactionDocument<T> touched) {
        RetainedVersion<T> before = head(touched.id());
        long version = before == null ? 1 : before.version() + 1;
        long atMillis = before == null ? clock.millis() : Math.max(clock.millis(), before.atMillis);
        ByteBuffer record =
                LogEntry.bytes(number, version, touched.action(), atMillis, touched.id(), null, touched.body());
        boolean isNew = touched.action() == Action.CREATED;
        entry.stored(at, new Write.Stored(touched.id(), new Version(version), Instant.ofEpochMilli(atMillis), isNew));
        entry.add(log, new TransactionEntry.Part() {
            private long sequence;

            @Override
            public ByteBuffer record() {
                sequence = index.takeSequence();
                LogEntry.setSequence(record, sequence);
                return record;
            }

            @Override
            public void returnSequence() {
                index.returnSequence();
            }

            @Override
            public Waiting entered(long position) {
                var next = new DurableVersion<>(
                        touched.id(),
                        version,
                        touched.action(),
                        atMillis,
                        touched.value(),
                        sequence,
                        position,
                        record.capacity());
                return DurableCollection.this.entered(before, next, null);
            }
        });
    }

    @Override
    Waiting answer(DocumentId id, Write write) {
        RecentDocument<T> document = index.recent(id);
        boolean isOnItsWay = document != null && !document.isSettled();
        // Busy depends on no version, so it need not wait for a disk that is behind.
        return isOnItsWay && !(write instanceof Write.Busy) ? log.answer(write) : DocumentLog.answered(write);
    }

    @Override
    void settle() {
        log.settle();
    }

    @Override
    void requireMayWait() {
        log.requireMayWait();
    }

    @Override
    @Nullable
    Write room(RequestDeadline deadline) {
        return store.awaitRoom();
    }

    @Override
    Write now(Waiting entered) {
        return log.await(entered);
    }

    @Override
    CompletableFuture<Write> later(Waiting entered) {
        return entered;
    }

    @Override
    byte @Nullable [] body(T value) {
        return form.toBytes(value);
    }

    @Override
    int mostBytes() {
        return store.mostBytes() - LogEntry.MOST_OVERHEAD_BYTES;
    }

    @Override
    Optional<Write> firstOutcome(IdempotencyKey key) {
        return firstOutcomes.of(key, clock.millis()).map(this::completed);
    }

    /**
     * Completes an outcome that was read at the start: the row of a key does not say whether the document was new, the
     * action of the stored version does.
     */
    private Write completed(Write first) {
        if (!(first instanceof Write.Stored(var id, var version, var at, var _))) return first;
        return index.places(id, version.number() + 1, 1).stream()
                .filter(place -> place.version() == version.number())
                .findFirst()
                .<Write>map(place -> new Write.Stored(id, version, at, Action.of(place.action()) == Action.CREATED))
                .orElse(first);
    }

    // Expiry

    @Override
    void upkeep() {
        upkeep(this::expire);
    }

    /** Deletes a document whose time to live is over. The caller holds its stripe. */
    @FunctionalInterface
    interface Expiring {
        /** @return whether the due row can be removed; otherwise the next round asks again */
        boolean expire(DocumentId id);
    }

    void upkeep(Expiring expiring) {
        if (roundsOfForeign > 0) {
            roundsOfForeign--;
            dropForeignValues();
        }
        for (DueRow due : index.due(clock.millis())) {
            var id = new DocumentId(due.id());
            synchronized (stripes.of(id)) {
                if (!isBeingUpdated(id) && index.recent(id) == null) handleDue(id, due, expiring);
            }
        }
    }

    /**
     * Drops values of other forms from memory, so that classes that are no longer used can be unloaded. The values are
     * read from the journal again.
     */
    private void dropForeignValues() {
        recent.replaceAll(version -> version.value == null || form.isOwn(version.value) ? version : null);
        store.uncache(number);
    }

    /**
     * Expires a document or forgets its tombstone. The caller holds its stripe, and all of its versions are in the
     * view.
     */
    private void handleDue(DocumentId id, DueRow due, Expiring expiring) {
        CurrentVersion current = index.viewed(id).orElse(null);
        if (current != null && current.sequence() == due.sequence()) {
            DurableVersion<T> newest = DurableVersion.of(id, current, null);
            if (!newest.isThere()) forget(newest);
            else if (hasExpired(newest.atMillis) && !expiring.expire(id)) return;
        }
        index.removeDue(due);
    }

    private boolean expire(DocumentId id) {
        var _ = enter(
                new WriteParameters(Intent.DECIDED, Intent.ANY, Action.EXPIRED, null, deadline()), id, null, null);
        return true;
    }

    private void forget(DurableVersion<T> tombstone) {
        ByteBuffer record = LogEntry.bytes(
                number, tombstone.version(), tombstone.action(), tombstone.atMillis, tombstone.id, null, null);
        LogEntry.setSequence(record, tombstone.sequence());
        synchronized (log) {
            log.append(LogEntry.FORGOTTEN, record);
        }
        try {
            index.forget(tombstone.id, tombstone.current());
        } catch (IOException failure) {
            throw new StorageException("a tombstone could not be removed: " + failure.getMessage(), failure);
        }
        store.uncache(number, tombstone.id);
    }
}

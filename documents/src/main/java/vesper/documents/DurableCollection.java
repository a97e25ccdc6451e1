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
import vesper.documents.positions.Current;
import vesper.documents.positions.Due;
import vesper.documents.positions.FirstStored;
import vesper.documents.positions.Place;
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

    private final Shelf<T> shelf;
    private final DurableStore store;
    private final DocumentLog log;
    private final RecentChanges<T> recent;
    private final FirstOutcomes firstOutcomes;
    /** Rounds left that drop values of another form from memory. Used by the upkeep only. */
    private int roundsOfForeign;

    private DurableCollection(
            Shelf<T> shelf,
            DurableStore store,
            CollectionPolicy policy,
            StateForm<T> form,
            Validator<T> validator,
            Turns.Waiting waiting,
            DocumentsOptions options,
            InstantSource clock) {
        super(shelf.number(), shelf.name(), policy, form, validator, shelf.stripes(), waiting, options, clock);
        this.shelf = shelf;
        this.store = store;
        this.log = store.log();
        this.firstOutcomes = new FirstOutcomes(policy.firstOutcomes());
        synchronized (log) {
            this.recent = new RecentChanges<>(policy.changes(), shelf.nextSequence());
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
        this.shelf = (Shelf<T>) same.shelf;
        this.store = same.store;
        this.log = same.log;
        this.firstOutcomes = same.firstOutcomes;
        this.recent = (RecentChanges<T>) same.recent;
        this.roundsOfForeign = ROUNDS_OF_FOREIGN;
    }

    @Override
    <S> StoredCollection<S, ?> seenAs(CollectionPolicy changed, StateForm<S> by, Validator<S> validator) {
        return seenBy(changed, by, validator);
    }

    <S> DurableCollection<S> seenBy(CollectionPolicy changed, StateForm<S> by, Validator<S> validator) {
        // Values of the earlier form are then read from the journal again.
        store.uncache(shelf.number());
        return new DurableCollection<>(this, changed, by, validator);
    }

    static <T> DurableCollection<T> open(
            Shelf<T> shelf,
            DurableStore store,
            CollectionPolicy policy,
            StateForm<T> form,
            Validator<T> validator,
            Turns.Waiting waiting,
            DocumentsOptions options,
            InstantSource clock)
            throws IOException {
        var opened = new DurableCollection<>(shelf, store, policy, form, validator, waiting, options, clock);
        shelf.firsts().stream()
                .sorted(Comparator.comparingLong(FirstStored::atMillis))
                .forEach(opened::remember);
        return opened;
    }

    private void remember(FirstStored first) {
        var key = IdempotencyKey.ofKept(first.key());
        var stored = new Write.Stored(
                new DocumentId(first.id()), new Version(first.version()), Instant.ofEpochMilli(first.atMillis()), true);
        for (IdempotencyKey forgotten : firstOutcomes.remember(key, stored)) shelf.forgetKey(forgotten.kept());
    }

    // Reading

    @Override
    public Optional<Document<T>> get(DocumentId id) {
        Logged<T> shown = shown(id);
        return shown != null && isThere(shown) ? Optional.of(shown.document(form)) : Optional.empty();
    }

    /** Returns the newest visible version with its value. */
    private @Nullable Logged<T> shown(DocumentId id) {
        Recent<T> document = shelf.recent(id);
        Logged<T> shown = document == null ? null : document.shown();
        if (shown == null) shown = store.cached(shelf.number(), id);
        if (shown != null && !shown.lacksValue()) return shown;
        return load(id);
    }

    private @Nullable Logged<T> load(DocumentId id) {
        EntryGoneException gone = null;
        for (int read = 0; read < MOST_READS; read++) {
            long round = shelf.rounds();
            Logged<T> head = shownHead(id);
            if (head == null || !head.lacksValue()) return head;
            try {
                Logged<T> loaded = head.with(value(id, head.place()));
                synchronized (stripes.of(id)) {
                    // If the view has changed since, it may already have a newer version that is no longer in memory.
                    if (shelf.rounds() == round) store.cache(shelf.number(), loaded);
                }
                return loaded;
            } catch (EntryGoneException movedOn) {
                gone = movedOn;
            } catch (IOException failure) {
                throw Shelf.unread(failure);
            }
        }
        throw Shelf.unread(gone == null ? new IOException("document " + id) : gone);
    }

    private T value(DocumentId id, Place place) throws IOException {
        return form.fromBytes(store.entry(place.position(), shelf.number(), id, place.version())
                .body()
                .utf8());
    }

    /** Returns the newest visible version, perhaps without its value. */
    private @Nullable Logged<T> shownHead(DocumentId id) {
        Recent<T> document = shelf.recent(id);
        Logged<T> shown = document == null ? null : document.shown();
        if (shown != null) return shown;
        return shelf.viewed(id).map(current -> Logged.<T>of(id, current, null)).orElse(null);
    }

    @Override
    public Optional<Document<T>> get(DocumentId id, Version version) {
        List<Place> places = shelf.places(id, version.number() + 1, 1);
        return places.isEmpty() || places.getFirst().version() != version.number()
                ? Optional.empty()
                : document(id, places.getFirst());
    }

    private Optional<Document<T>> document(DocumentId id, Place place) {
        if (!Action.of(place.action()).isThere()) return Optional.empty();
        EntryGoneException gone = null;
        Place at = place;
        for (int read = 0; read < MOST_READS; read++) {
            try {
                return Optional.of(new Document<>(
                        id, new Version(at.version()), Instant.ofEpochMilli(at.atMillis()), value(id, at)));
            } catch (EntryGoneException movedOn) {
                gone = movedOn;
            } catch (IOException failure) {
                throw Shelf.unread(failure);
            }
            List<Place> again = shelf.places(id, place.version() + 1, 1);
            if (again.isEmpty() || again.getFirst().version() != place.version()) return Optional.empty();
            at = again.getFirst();
        }
        throw Shelf.unread(gone == null ? new IOException("document " + id) : gone);
    }

    @Override
    public Optional<Document<T>> asOf(DocumentId id, Instant time) {
        long below = Long.MAX_VALUE;
        while (true) {
            List<Place> places = shelf.places(id, below, 100);
            for (Place place : places) {
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
        Logged<T> head = shownHead(id);
        return head == null ? Version.NONE : new Version(head.version());
    }

    @Override
    public Page<VersionInfo, Version> versions(DocumentId id, Optional<Version> before, int limit) {
        listed(limit);
        long below = before.map(Version::number).orElse(Long.MAX_VALUE);
        List<VersionInfo> infos = shelf.places(id, below, limit).stream()
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
            List<DocumentId> next = shelf.ids(last, limit);
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
        return page(shelf.ids(after, listed(limit)), limit);
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
        return shelf.count();
    }

    @Override
    public OptionalLong keptBytes() {
        return OptionalLong.of(shelf.liveBytes());
    }

    @Override
    public long sequence() {
        return recent.newestChange();
    }

    @Override
    public Feed<T> follow(long after) {
        return new DurableFeed<>(shelf, store, recent, form, null, after, policy.storage() == Storage.REPLICATED);
    }

    @Override
    public Feed<T> follow(DocumentId id, long after) {
        return new DurableFeed<>(shelf, store, recent, form, id, after, policy.storage() == Storage.REPLICATED);
    }

    // Writing

    @Override
    @Nullable
    Kept<T> head(DocumentId id) {
        Recent<T> document = shelf.recent(id);
        return document == null ? headInView(id) : document.latest();
    }

    private @Nullable Logged<T> headInView(DocumentId id) {
        Logged<T> cached = store.cached(shelf.number(), id);
        if (cached != null) return cached;
        return shelf.viewed(id).map(current -> Logged.<T>of(id, current, null)).orElse(null);
    }

    @Override
    @Nullable
    Kept<T> latest(DocumentId id) {
        Recent<T> document = shelf.recent(id);
        Logged<T> latest = document == null ? null : document.latest();
        // A version that is not in memory is visible, so loading the newest visible one is enough.
        return latest == null || latest.lacksValue() ? load(id) : latest;
    }

    @Override
    Waiting enter(Wanted wanted, DocumentId id, @Nullable T value, byte @Nullable [] body) {
        IdempotencyKey key = wanted.key();
        Kept<T> before = head(id);
        long version = before == null ? 0 : before.version();
        boolean isThere = isThere(before);
        Write refusal = wanted.intent().refusal(policy, wanted.expected(), version, isThere);
        if (refusal != null) return answer(id, refusal);

        Action made = wanted.action(isThere);
        long atMillis = before == null ? clock.millis() : Math.max(clock.millis(), before.atMillis);
        ByteBuffer record = LogEntry.bytes(number, version + 1, made, atMillis, id, key, body);
        int sizeBytes = record.remaining();
        synchronized (log) {
            long sequence = shelf.takeSequence();
            LogEntry.setSequence(record, sequence);
            long position = append(record);
            var next = new Logged<>(id, version + 1, made, atMillis, value, sequence, position, sizeBytes);
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
            shelf.giveSequenceBack();
            throw failure;
        }
    }

    /**
     * Registers the next version of a document, whose record is in the log. The caller holds the log's monitor and the
     * document's stripe.
     */
    private Entered entered(@Nullable Kept<T> before, Logged<T> next, @Nullable IdempotencyKey key) {
        Recent<T> document = shelf.recentAfter(next.id, before instanceof Logged<T> logged ? logged.place() : null);
        document.enter(next);
        Write.Stored stored = next.stored();
        if (key != null) {
            for (IdempotencyKey forgotten : firstOutcomes.remember(key, stored)) {
                shelf.forgetKey(forgotten.kept());
            }
        }
        return new Entered(document, next, key, stored);
    }

    /** A version that is in the log and not visible yet. */
    private final class Entered extends Waiting {
        private final Recent<T> document;
        private final Logged<T> next;
        private final @Nullable IdempotencyKey key;

        Entered(Recent<T> document, Logged<T> next, @Nullable IdempotencyKey key, Write.Stored stored) {
            super(stored, next.sizeBytes());
            this.document = document;
            this.next = next;
            this.key = key;
        }

        @Override
        void show() {
            shelf.show(document, next, key == null ? null : key.kept());
            recent.addNext(next);
            store.shown(next.sizeBytes());
        }
    }

    // Entries of a shared log

    /**
     * Stores a version under the sequence that a shared log gave it; this copy follows that log. The caller holds the
     * document's stripe. Only one thread may call this and {@link #passOver}.
     *
     * @param value the value of the entry if this node already has it; otherwise null
     */
    void tell(long sequence, SharedLog.Entry told, @Nullable T value) {
        Kept<T> before = head(told.id());
        if (before != null && before.version() >= told.version()) {
            throw new SharedLog.EstrangedException("document " + told.id() + " of collection " + name
                    + " is told in version " + told.version() + " at " + sequence + ", and is here in version "
                    + before.version() + " at " + before.sequence());
        }
        ByteBuffer record = LogEntry.bytes(
                number,
                told.version(),
                told.action(),
                told.atMillis(),
                told.id(),
                told.key().orElse(null),
                told.body().utf8());
        LogEntry.setSequence(record, sequence);
        int sizeBytes = record.remaining();
        synchronized (log) {
            long position = log.append(LogEntry.WRITE, record);
            shelf.follow(sequence);
            var next = new Logged<>(
                    told.id(),
                    told.version(),
                    told.action(),
                    told.atMillis(),
                    told.action().isThere() ? valueOf(told, value) : null,
                    sequence,
                    position,
                    sizeBytes);
            log.add(entered(before, next, told.key().orElse(null)));
        }
    }

    /** Returns the value, or the JSON of the entry, which the form converts when a reader needs it. */
    @SuppressWarnings("unchecked")
    private T valueOf(SharedLog.Entry told, @Nullable T value) {
        return value != null ? value : (T) told.body();
    }

    /** Skips a sequence at which nothing changed. */
    void passOver(long sequence) {
        synchronized (log) {
            shelf.follow(sequence);
            recent.addNext(Kept.nothing(sequence));
        }
    }

    /** Returns the last sequence of the shared log that this copy has received. */
    long toldUpTo() {
        synchronized (log) {
            return shelf.nextSequence() - 1;
        }
    }

    /** @param told returns the last sequence that this copy has received, up to which all is visible */
    CopyDigests digests(LongSupplier told) {
        return new CopyDigests(shelf, store, this::newestOf, told);
    }

    private @Nullable Kept<?> newestOf(DocumentId id) {
        synchronized (stripes.of(id)) {
            return head(id);
        }
    }

    @Override
    void enter(TransactionEntry entry, int index, Touched<T> touched) {
        Kept<T> before = head(touched.id());
        long version = before == null ? 1 : before.version() + 1;
        long atMillis = before == null ? clock.millis() : Math.max(clock.millis(), before.atMillis);
        ByteBuffer record =
                LogEntry.bytes(number, version, touched.action(), atMillis, touched.id(), null, touched.body());
        boolean isNew = touched.action() == Action.CREATED;
        entry.stored(
                index, new Write.Stored(touched.id(), new Version(version), Instant.ofEpochMilli(atMillis), isNew));
        entry.add(log, new TransactionEntry.Part() {
            private long sequence;

            @Override
            public ByteBuffer record() {
                sequence = shelf.takeSequence();
                LogEntry.setSequence(record, sequence);
                return record;
            }

            @Override
            public void giveSequenceBack() {
                shelf.giveSequenceBack();
            }

            @Override
            public Waiting entered(long position) {
                var next = new Logged<>(
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
        Recent<T> document = shelf.recent(id);
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
    Write room(Patience patience) {
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
        return firstOutcomes.of(key, clock.millis()).map(this::asItWas);
    }

    /**
     * Completes an outcome that was read at the start: the row of a key does not say whether the document was new, the
     * action of the stored version does.
     */
    private Write asItWas(Write first) {
        if (!(first instanceof Write.Stored(var id, var version, var at, var _))) return first;
        return shelf.places(id, version.number() + 1, 1).stream()
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
            leaveForeign();
        }
        for (Due due : shelf.due(clock.millis())) {
            var id = new DocumentId(due.id());
            synchronized (stripes.of(id)) {
                if (!isInTurn(id) && shelf.recent(id) == null) comeDue(id, due, expiring);
            }
        }
    }

    /**
     * Drops values of other forms from memory, so that classes that are no longer used can be unloaded. The values are
     * read from the journal again.
     */
    private void leaveForeign() {
        recent.replaceAll(kept -> kept.value == null || form.isOwn(kept.value) ? kept : null);
        store.uncache(number);
    }

    /**
     * Expires a document or forgets its tombstone. The caller holds its stripe, and all of its versions are in the
     * view.
     */
    private void comeDue(DocumentId id, Due due, Expiring expiring) {
        Current current = shelf.viewed(id).orElse(null);
        if (current != null && current.sequence() == due.sequence()) {
            Logged<T> newest = Logged.of(id, current, null);
            if (!newest.isThere()) forget(newest);
            else if (hasExpired(newest.atMillis) && !expiring.expire(id)) return;
        }
        shelf.removeDue(due);
    }

    private boolean expire(DocumentId id) {
        var _ = enter(new Wanted(Intent.DECIDED, Intent.ANY, Action.EXPIRED, null, patience()), id, null, null);
        return true;
    }

    private void forget(Logged<T> tombstone) {
        ByteBuffer record = LogEntry.bytes(
                number, tombstone.version(), tombstone.action(), tombstone.atMillis, tombstone.id, null, null);
        LogEntry.setSequence(record, tombstone.sequence());
        synchronized (log) {
            log.append(LogEntry.FORGOTTEN, record);
        }
        try {
            shelf.forget(tombstone.id, tombstone.current());
        } catch (IOException failure) {
            throw new StorageException("a tombstone stays: " + failure.getMessage(), failure);
        }
        store.uncache(number, tombstone.id);
    }
}

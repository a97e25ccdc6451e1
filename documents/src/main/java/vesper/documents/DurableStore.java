package vesper.documents;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import vesper.documents.positions.Changes;
import vesper.documents.positions.Positions;
import vesper.documents.positions.PositionsDamagedException;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.journal.SegmentInfo;
import vesper.journal.files.DurableFolder;

/**
 * The durable documents of a server in a folder: the journal, which is the truth, and the view, which says where
 * everything is in the journal and lags behind by the versions in memory. One thread maintains the view: it adds
 * visible versions, flushes the view so that a start has little to replay, and runs compaction.
 */
final class DurableStore implements Closeable {
    /** Opens the journal, on the real disk or, in tests, on one that fails. */
    interface JournalOpening {
        Journal open(Path folder, JournalOptions options) throws IOException;
    }

    private static final String JOURNAL = "journal";
    private static final String POSITIONS = "positions";
    private static final String NAMES = "collections";
    private static final String NATIVES = "native";

    /** Bound on the part of the journal that a start replays, about; less if segments are small. */
    private static final long FLUSH_EVERY_BYTES = 64 << 20;

    private static final long FLUSH_EVERY_SEGMENTS = 4;

    private static final long MANY_ROWS = 100_000;
    private static final long MOST_ROWS = 1_000_000;
    /** Bound on the states of versions that are not in the view. */
    private static final long MOST_VALUE_BYTES = Runtime.getRuntime().maxMemory() / 4;

    private static final int CACHED_OVERHEAD_BYTES = 150;
    private static final int SHARE_FOR_RECENT = 2;

    private record Key(int collection, DocumentId id) {
        @Override
        public int hashCode() {
            return id.hashCode() * 31 + collection;
        }
    }

    private final Path folder;
    private final DocumentsOptions options;
    private final Journal journal;
    private final Positions positions;
    private final CollectionNames names;
    private final DocumentLog log;
    private final Cache<Key, DurableVersion<?>> cache;
    private final Map<Integer, VersionIndex<?>> indexes = new ConcurrentHashMap<>();
    private final boolean viewRebuilt;
    /** Versions in memory until the next round, and the bytes of their values. */
    private final AtomicLong rows = new AtomicLong();

    private final AtomicLong valueBytes = new AtomicLong();
    private Runnable wake = () -> {};
    private final AtomicBoolean woken = new AtomicBoolean();
    private boolean closed;
    /**
     * The position up to which a start would find everything in the view. Used only by the thread that maintains the
     * view.
     */
    private long flushedTo;

    private DurableStore(
            Path folder,
            DocumentsOptions options,
            Journal journal,
            Positions positions,
            CollectionNames names,
            boolean madeAnew) {
        this.folder = folder;
        this.options = options;
        this.journal = journal;
        this.positions = positions;
        this.names = names;
        this.viewRebuilt = madeAnew;
        this.log = new DocumentLog(journal, options.sync(), names.isStored() ? null : names::store);
        this.cache = Caffeine.newBuilder()
                .maximumWeight(options.cacheBytes())
                .<Key, DurableVersion<?>>weigher((key, value) -> CACHED_OVERHEAD_BYTES + value.sizeBytes())
                .executor(Runnable::run)
                .build();
    }

    /**
     * Opens the documents in a folder, which is created if missing.
     *
     * @throws DamagedSegmentException if the journal is damaged
     */
    static DurableStore open(Path folder, DocumentsOptions options, JournalOpening opening) throws IOException {
        DurableFolder.create(folder);
        CollectionNames names = CollectionNames.read(folder.resolve(NAMES));
        if (names.isStored()) requireJournal(folder);
        Journal journal =
                opening.open(folder.resolve(JOURNAL), new JournalOptions(options.segmentBytes(), options.sync()));
        Positions positions = null;
        try {
            positions = usable(folder, journal);
            boolean isAnew = positions == null;
            if (positions == null) {
                delete(folder.resolve(POSITIONS));
                positions = Positions.open(folder.resolve(POSITIONS), folder.resolve(NATIVES));
            }
            boolean madeAnew = isAnew && journal.nextSequence() > 1;
            var store = new DurableStore(folder, options, journal, positions, names, madeAnew);
            store.recordBeginning();
            return store;
        } catch (IOException | RuntimeException | Error failure) {
            if (positions != null) positions.close();
            journal.close();
            throw failure;
        }
    }

    /**
     * Fails if the journal has no file. Called if {@code collections} records that the journal has an entry; that
     * record is written after the first entry.
     */
    private static void requireJournal(Path folder) throws IOException {
        Path journal = folder.resolve(JOURNAL);
        if (Files.isDirectory(journal)) {
            try (Stream<Path> files = Files.list(journal)) {
                if (files.anyMatch(file ->
                        file.toString().endsWith(".journal") && file.toFile().length() > 0)) return;
            }
        }
        throw new IOException(journal + " has no journal file, but " + folder.resolve(NAMES)
                + " records stored documents. Restore the files, or remove " + folder
                + " to start empty");
    }

    /** Returns the view, or null if it is missing or unreadable. */
    private static @Nullable Positions usable(Path folder, Journal journal) throws IOException {
        if (!Files.exists(folder.resolve(POSITIONS))) return null;
        Positions found = null;
        try {
            found = Positions.open(folder.resolve(POSITIONS), folder.resolve(NATIVES));
            requireAllOf(journal, found, folder);
            return found;
        } catch (PositionsDamagedException damaged) {
            // It can be rebuilt from the journal.
            if (found != null) found.close();
            return null;
        } catch (IOException | RuntimeException | Error failure) {
            if (found != null) found.close();
            throw failure;
        }
    }

    /**
     * Fails if the journal lacks something that the view refers to. The view only refers to synced entries, so the
     * journal has lost them.
     */
    private static void requireAllOf(Journal journal, Positions view, Path folder) throws IOException {
        String lost = null;
        if (view.coveredUpTo() > journal.endPosition()) {
            lost = "ends at " + Position.format(journal.endPosition()) + ", and documents were on the disk up to "
                    + Position.format(view.coveredUpTo());
        } else if (Position.segment(beginning(journal)) > Position.segment(view.neededFrom())
                && view.neededFrom() > 0) {
            lost = "begins at " + Position.format(beginning(journal)) + ", and what is needed begins at "
                    + Position.format(view.neededFrom());
        }
        if (lost == null) return;
        throw new IOException("the journal in " + folder.resolve(JOURNAL) + " " + lost
                + ": files are missing or truncated. Restore them, or remove " + folder.resolve(POSITIONS)
                + " to continue with the rest");
    }

    private static long beginning(Journal journal) {
        List<SegmentInfo> segments = journal.segments();
        return segments.isEmpty() ? journal.endPosition() : segments.getFirst().startPosition();
    }

    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    private void recordBeginning() throws IOException {
        for (var each : names.entries().entrySet()) {
            CollectionNames.Entry entry = each.getValue();
            indexes.put(
                    entry.number(), new VersionIndex<>(entry.number(), each.getKey(), entry.retention(), positions));
        }
        flushedTo = positions.coveredUpTo();
        if (positions.neededFrom() == 0) setNeededFrom(beginning(journal));
        new Replay(this).run(flushedTo);
        // Everything that a crash left is visible from now on, so it has to be on the disk.
        synced();
        log.start();
    }

    /** @param wake starts a round early */
    void start(Runnable wake) {
        this.wake = wake;
    }

    DocumentLog log() {
        return log;
    }

    Journal journal() {
        return journal;
    }

    Positions positions() {
        return positions;
    }

    Collection<VersionIndex<?>> indexes() {
        return indexes.values();
    }

    /** Returns the size of the largest entry that the journal takes. */
    int mostBytes() {
        return new JournalOptions(options.segmentBytes(), options.sync()).maxPayloadBytes();
    }

    @Nullable
    VersionIndex<?> index(int number) {
        return indexes.get(number);
    }

    boolean isViewRebuilt() {
        return viewRebuilt;
    }

    /** Returns the index of an existing collection that is not open; null if the collection does not exist. */
    synchronized <T> @Nullable VersionIndex<T> index(String name) {
        CollectionNames.Entry entry = names.entries().get(name);
        VersionIndex<?> known = entry == null ? null : indexes.get(entry.number());
        return known == null ? null : typed(known);
    }

    /** Returns the index of a collection that is not open, creating it if it does not exist. */
    synchronized <T> VersionIndex<T> index(String name, Retention retention) throws IOException {
        int number = names.numberOf(name, retention);
        VersionIndex<?> known = indexes.get(number);
        if (known == null) {
            known = new VersionIndex<T>(number, name, retention, positions);
            indexes.put(number, known);
        }
        known.setRetention(retention);
        return typed(known);
    }

    /** Casts an index that holds no value yet, so any type fits. */
    @SuppressWarnings("unchecked")
    private static <T> VersionIndex<T> typed(VersionIndex<?> index) {
        return (VersionIndex<T>) index;
    }

    // Values

    @SuppressWarnings("unchecked") // A collection finds only values that it has put there.
    <T> @Nullable DurableVersion<T> cached(int collection, DocumentId id) {
        return (DurableVersion<T>) cache.getIfPresent(new Key(collection, id));
    }

    void cache(int collection, DurableVersion<?> logged) {
        cache.put(new Key(collection, logged.id), logged);
    }

    void uncache(int collection, DocumentId id) {
        cache.invalidate(new Key(collection, id));
    }

    void uncache(int collection) {
        cache.asMap().keySet().removeIf(key -> key.collection() == collection);
    }

    /** Reads the record of a version at a position. */
    LogEntry entry(long position, int collection, DocumentId id, long version) throws IOException {
        try (JournalReader reader = journal.readAt(position)) {
            for (LogEntry entry : LogEntry.read(reader.type(), reader.payload())) {
                boolean isIts = entry.collection() == collection
                        && entry.version() == version
                        && entry.id().equals(id);
                if (isIts) return entry;
            }
        }
        throw new IOException("at " + Position.format(position) + " is not version " + version + " of " + id);
    }

    // Bounds on memory

    /** Counts a version that is now in memory. */
    void shown(int sizeBytes) {
        long all = rows.incrementAndGet();
        long bytes = valueBytes.addAndGet(sizeBytes);
        boolean isMuch = all > MANY_ROWS || bytes > options.cacheBytes() / SHARE_FOR_RECENT;
        if (isMuch && woken.compareAndSet(false, true)) wake.run();
    }

    @Nullable
    Write awaitRoom() {
        if (isFull()) {
            wake.run();
            return awaitRound();
        }
        return log.awaitRoom(options.longestUpdateWait());
    }

    /**
     * Returns whether versions in memory have reached their bound. Only a round frees them, and a round may fail or
     * wait for a backup.
     */
    private boolean isFull() {
        return rows.get() > MOST_ROWS || valueBytes.get() > MOST_VALUE_BYTES;
    }

    private synchronized @Nullable Write awaitRound() {
        long until = System.nanoTime() + options.longestUpdateWait().toNanos();
        while (isFull()) {
            long millis = (until - System.nanoTime()) / 1_000_000;
            if (millis <= 0) return new Write.Busy();
            try {
                wait(millis);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return new Write.Busy();
            }
        }
        return null;
    }

    // The view

    /** Runs one round of the thread that maintains the view. */
    void round() throws IOException {
        woken.set(false);
        bringUpToDate(log.shown());
        long many = Math.min(FLUSH_EVERY_BYTES, FLUSH_EVERY_SEGMENTS * options.segmentBytes());
        if (distance(flushedTo, log.shown()) >= many) flush();
        new Compaction(this, options).compact();
    }

    /**
     * Adds visible versions to the view.
     *
     * @param upTo position before which everything was visible at the time of the call
     */
    void bringUpToDate(long upTo) throws IOException {
        long counted = rows.get();
        long bytes = valueBytes.get();
        if (counted == 0) return;
        // The view must not refer to anything that a power cut could take away.
        if (journal.syncedPosition() < upTo) synced();
        try (Changes changes = positions.changes()) {
            for (VersionIndex<?> index : indexes.values()) index.collect(changes);
            changes.setCoveredUpTo(upTo);
            positions.write(changes);
        }
        for (VersionIndex<?> index : indexes.values()) evictCollected(index);
        rows.addAndGet(-counted);
        valueBytes.addAndGet(-bytes);
        synchronized (this) {
            notifyAll();
        }
    }

    private <T> void evictCollected(VersionIndex<T> index) {
        for (DurableVersion<T> settled : index.collected()) {
            index.evict(settled, () -> {
                if (settled.lacksValue()) uncache(index.number(), settled.id);
                else cache(index.number(), settled);
            });
        }
    }

    /** Flushes the view. Everything in it is on the disk when this returns. */
    void flush() throws IOException {
        long coveredUpTo = positions.coveredUpTo();
        positions.flush();
        flushedTo = coveredUpTo;
    }

    long flushedTo() {
        return flushedTo;
    }

    /** Records that nothing before this position is needed, which holds after the next flush. */
    void setNeededFrom(long position) throws IOException {
        try (Changes changes = positions.changes()) {
            changes.setNeededFrom(position);
            positions.write(changes);
        }
    }

    void synced() throws IOException {
        try {
            journal.whenAllSynced().join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof IOException cause) throw cause;
            throw failure;
        }
    }

    /** Returns the approximate number of journal bytes between two positions. */
    private long distance(long from, long to) {
        long segments = (long) Position.segment(to) - Position.segment(from);
        return segments * options.segmentBytes() + Position.offset(to) - Position.offset(from);
    }

    /**
     * Copies all durable documents as they are now. Runs on the thread that maintains the view, so no compaction can
     * run at the same time.
     */
    void copyTo(Path target) throws IOException {
        bringUpToDate(log.shown());
        synced();
        flush();
        new Backup(folder.resolve(NAMES), folder.resolve(JOURNAL), journal, positions)
                .write(target, NAMES, JOURNAL, POSITIONS);
    }

    @Override
    public void close() throws IOException {
        if (closed) return;
        closed = true;
        log.close();
        try {
            if (journal.failure().isEmpty()) {
                bringUpToDate(log.shown());
                flush();
            }
        } finally {
            positions.close();
            journal.close();
        }
    }
}

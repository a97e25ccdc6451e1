package vesper.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import vesper.journal.Disk.DiskFile;

/**
 * An append-only log in its own folder.
 *
 * <p>Thread-safe. Appends are serialized for as long as it takes to copy their bytes. They wait for the disk only if it
 * has not created the next segment in time. At most {@link JournalOptions#segmentBytes} are allocated ahead of the end.
 */
public final class Journal implements Closeable {
    private final String name;
    private final Disk disk;
    private final JournalOptions options;
    private final Clock clock;
    private final ConcurrentSkipListMap<Integer, Segment> segments;
    private final ExecutorService background;
    private final SegmentAllocator allocator;
    /** Replaced by {@link #resume}. */
    private volatile GroupSync sync;

    private final Recovery recovery;
    /** Held while segments are deleted or released. */
    private final Object dropping = new Object();

    /**
     * Changed with the lock on this journal. Volatile, so that readers need not wait while an append waits for the
     * disk.
     */
    private volatile @Nullable Segment current;

    private volatile boolean closed;
    private volatile long nextSequence;

    private Journal(String name, Disk disk, JournalOptions options, Clock clock, OpenedState state) {
        this.name = name;
        this.disk = disk;
        this.options = options;
        this.clock = clock;
        this.segments = state.segments();
        this.current = state.current();
        this.nextSequence = state.nextSequence();
        this.recovery = state.recovery();
        this.background = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name(name + "-room").factory());
        this.allocator = new SegmentAllocator(disk, options.segmentBytes(), background, state.nextNumber());
        this.sync = newGroupSync(state.syncedTo());
    }

    private GroupSync newGroupSync(long syncedTo) {
        return new GroupSync(name + "-sync", this::syncToEnd, options.sync(), syncedTo);
    }

    private synchronized Journal start() {
        sync.start();
        if (current == null) allocator.prepare();
        return this;
    }

    /**
     * Opens the journal in a folder. Creates the folder if it is missing.
     *
     * @throws DamagedSegmentException if synced data is damaged
     * @throws IOException also if the journal is open already
     */
    public static Journal open(Path folder, JournalOptions options) throws IOException {
        return open(folder, options, Clock.systemUTC());
    }

    /** Opens the journal, with a clock for {@link SegmentInfo#createdAt}. */
    public static Journal open(Path folder, JournalOptions options, Clock clock) throws IOException {
        return open(folder.getFileName().toString(), FileDisk.open(folder), options, clock);
    }

    static Journal open(String name, Disk disk, JournalOptions options, Clock clock) throws IOException {
        try {
            return new Journal(name, disk, options, clock, OpenedState.of(disk)).start();
        } catch (IOException | RuntimeException | Error failure) {
            disk.close();
            throw failure;
        }
    }

    /**
     * Appends an entry. When this returns, readers find the entry, and it survives the end of the process. For power
     * cuts see {@link #whenAcknowledgeable}.
     *
     * @param type 0 to 255
     * @param payload at most {@link JournalOptions#maxPayloadBytes}; consumed
     * @return the entry's position
     * @throws JournalFullException if there is no room; nothing was written
     * @throws JournalStoppedException after {@link #close}, after a failed sync, and if the file cannot be written.
     *     Later appends fail as well
     */
    public synchronized long append(int type, ByteBuffer payload) throws IOException {
        int length = payload.remaining();
        if (length > options.maxPayloadBytes()) {
            throw new IllegalArgumentException(
                    "payload of " + length + " bytes exceeds the limit of " + options.maxPayloadBytes());
        }
        if (type >>> 8 != 0) throw new IllegalArgumentException("type " + type + " is out of range 0 to 255");
        requireAccepting();
        try {
            return appendChecked(length, type, payload);
        } catch (InternalError unwritable) {
            sync.fail(unwritable);
            throw GroupSync.stoppedException(unwritable);
        }
    }

    private long appendChecked(int length, int type, ByteBuffer payload) throws IOException {
        Segment into = current;
        if (into == null || !into.hasRoomFor(length)) into = roll(options.maxWait());

        if (into.end() > options.segmentBytes() / 2) allocator.prepare();

        long sequence = nextSequence;
        int offset = into.append(sequence, type, payload);
        nextSequence = sequence + 1;
        return Position.of(into.number(), offset);
    }

    /**
     * Appends an entry as {@link #append} does, but only into the segment that contains the given position. For entries
     * that depend on an earlier one. A check before the append would not do, since any thread may start a new segment
     * in between ({@link #rollIfCreatedBefore}).
     *
     * @return whether the entry was appended; if not, the payload is unchanged
     */
    public synchronized boolean appendInSegment(long position, int type, ByteBuffer payload) throws IOException {
        if (!fitsInSegment(position, payload.remaining())) return false;
        append(type, payload);
        return true;
    }

    /** Returns whether an entry of this length would currently go into the segment that contains this position. */
    public boolean fitsInSegment(long position, int payloadBytes) {
        Segment into = current;
        return into != null && into.number() == Position.segment(position) && into.hasRoomFor(payloadBytes);
    }

    /**
     * Creates the first file now, so that the first append need not wait for it.
     *
     * @param maxWait for the disk
     * @throws JournalFullException if there is no room
     */
    public synchronized void prepareFirstSegment(Duration maxWait) throws IOException {
        requireAccepting();
        if (current == null) roll(maxWait);
    }

    /**
     * Starts a new segment if the newest one has entries and was created before the given time. All of the old segment
     * can then be dropped once it is no longer needed. Does not wait for the disk: if no file is ready, this call
     * requests one for a later call. Does nothing if the journal accepts no entries.
     */
    public synchronized void rollIfCreatedBefore(Instant time) throws IOException {
        Segment newest = current;
        if (newest == null || closed || sync.failure().isPresent()) return;
        boolean isOld = newest.createdAtMillis() < time.toEpochMilli();
        if (!isOld || newest.end() == SegmentHeader.BYTES) return;
        allocator.prepare();
        if (allocator.isReady()) roll(options.maxWait());
    }

    /**
     * Returns a future on which the acknowledgement of an entry must wait under the journal's {@link SyncPolicy}: its
     * sync with {@link SyncPolicy.Always}, otherwise a completed future.
     */
    public CompletableFuture<Void> whenAcknowledgeable(long position) {
        return switch (options.sync()) {
            case SyncPolicy.Always _ -> whenSynced(position);
            case SyncPolicy.Interval _, SyncPolicy.None _ -> CompletableFuture.completedFuture(null);
        };
    }

    /**
     * Requests a sync, and returns a future that completes when the entry at this position is on the disk. One sync
     * serves all waiting callers. The future fails with a {@link JournalStoppedException}. Its dependents run on the
     * sync thread.
     *
     * @throws IllegalArgumentException if nothing has been appended at this position
     */
    public CompletableFuture<Void> whenSynced(long position) {
        // The future would never complete, and would block those behind it.
        if (position >= endPosition())
            throw new IllegalArgumentException("nothing has been appended at " + Position.format(position));
        return sync.whenSynced(position + 1);
    }

    /** Returns a future that completes when everything appended before this call is on the disk. */
    public CompletableFuture<Void> whenAllSynced() {
        return sync.whenSynced(endPosition());
    }

    /** Returns the position before which everything is on the disk. */
    public long syncedPosition() {
        return sync.syncedTo();
    }

    /** Returns the position behind the last entry. The next entry is appended there or further on. */
    public long endPosition() {
        Segment into = current;
        return into == null ? Position.of(OpenedState.FIRST_NUMBER, 0) : Position.of(into.number(), into.end());
    }

    /** Returns the sequence of the next entry; 1 in an empty journal. */
    public long nextSequence() {
        return nextSequence;
    }

    public Recovery recovery() {
        return recovery;
    }

    /** Returns the reason why no entries are accepted; empty while they are. */
    public Optional<Throwable> failure() {
        return sync.failure();
    }

    /**
     * Resumes after a failed sync, in a new file behind the existing ones.
     *
     * <p>A repeated sync would not be enough: Linux considers pages clean even though it could not write them. So
     * everything that may not be on the disk is checked, written again and synced before entries are accepted. Callers
     * that waited for the failed sync have received the failure, and receive nothing else. If the failure concerned the
     * first file, it is created again. This method waits for the disk; appends do not wait for it.
     *
     * @return whether entries are accepted; if not yet, call again
     * @throws DamagedSegmentException if data that was written is gone; later calls will fail too
     * @throws IOException if the disk still fails; a later call may succeed
     * @throws JournalStoppedException after {@link #close}
     */
    public boolean resume() throws IOException {
        synchronized (dropping) {
            if (closed) throw closedException();
            if (sync.failure().isEmpty()) return true;
            if (!prepareToResume()) return false;
            Segment last = current;
            return last == null ? recreateFirstSegment() : resumeAfter(rewriteAndSync(last));
        }
    }

    private long rewriteAndSync(Segment last) throws IOException {
        try {
            for (Segment each :
                    segments.tailMap(Position.segment(sync.syncedTo())).values()) each.rewriteUnsynced();
            return syncToEnd();
        } catch (InternalError unreadable) {
            throw new DamagedSegmentException(
                    Segment.fileName(last.number()), last.end(), EntryCopy.describe(unreadable));
        }
    }

    /** Creates the first file again. It could not be used, and so the journal never accepted an entry. */
    private boolean recreateFirstSegment() throws IOException {
        try {
            Segment created = startNextSegment(Duration.ZERO);
            syncHeader(created);
            return resumeWith(created);
        } catch (InternalError unwritable) {
            throw GroupSync.stoppedException(unwritable);
        }
    }

    private synchronized Segment startNextSegment(Duration maxWait) throws IOException {
        // The journal may have been closed while this thread waited for the lock.
        if (closed) throw closedException();
        int number = allocator.number();
        DiskFile file = allocator.take(maxWait);
        try {
            return Segment.create(number, file, nextSequence, clock.millis());
        } catch (RuntimeException | Error unwritable) {
            file.close();
            allocator.recreate(number);
            throw unwritable;
        }
    }

    /** Releases a segment that could not be used. Its number is used again, since no file may follow an unused one. */
    private synchronized void discard(Segment created) {
        created.release();
        allocator.recreate(created.number());
    }

    private synchronized boolean resumeWith(Segment created) throws JournalStoppedException {
        if (closed) {
            created.release();
            throw closedException();
        }
        segments.put(created.number(), created);
        current = created;
        sync = newGroupSync(sync.syncedTo());
        sync.start();
        return true;
    }

    private synchronized boolean prepareToResume() throws JournalStoppedException {
        if (closed) throw closedException();
        allocator.prepare();
        sync.wake();
        return allocator.isReady() && sync.hasEnded();
    }

    private synchronized boolean resumeAfter(long syncedTo) throws IOException {
        if (closed) throw closedException();
        try {
            roll(options.maxWait());
        } catch (InternalError unwritable) {
            // The new file has no entries yet, so no written data is lost.
            throw GroupSync.stoppedException(unwritable);
        }
        sync = newGroupSync(syncedTo);
        sync.start();
        return true;
    }

    /** Checks on the disk whether the journal is still in its folder, which someone may have deleted or replaced. */
    public boolean isInPlace() {
        return disk.isInPlace();
    }

    /** Returns a reader that starts at a position; {@link Position#START} stands for the oldest entry. */
    public JournalReader read(long from) {
        return new JournalReader(this, from);
    }

    /**
     * Reads the entry at a position that {@link #append} returned.
     *
     * @throws EntryGoneException if its segment was dropped, and after {@link #close}
     */
    public Entry entry(long position) throws IOException {
        try (JournalReader reader = readAt(position)) {
            byte[] payload = new byte[reader.payload().remaining()];
            reader.payload().get(payload);
            return new Entry(position, reader.sequence(), reader.type(), payload);
        }
    }

    /**
     * Returns a reader that has read the entry at a position that {@link #append} returned.
     *
     * @throws EntryGoneException as {@link #entry} does
     */
    public JournalReader readAt(long position) throws IOException {
        JournalReader reader = read(position);
        try {
            boolean isThere = reader.nextPosition() == position && reader.next() && reader.position() == position;
            if (isThere) return reader;
        } catch (IOException | RuntimeException | Error e) {
            reader.close();
            throw e;
        }
        reader.close();
        throw new EntryGoneException(position);
    }

    /** Returns the name of the file that contains a position. */
    public static String fileName(long position) {
        return Segment.fileName(Position.segment(position));
    }

    /** Lists the files, oldest first. */
    public List<SegmentInfo> segments() {
        return segments.values().stream().map(this::info).toList();
    }

    public long sizeBytes() {
        return segments.values().stream().mapToLong(Segment::end).sum();
    }

    /**
     * Deletes all segments whose entries are all before this position and on the disk.
     *
     * @throws JournalStoppedException after {@link #close}
     */
    public void dropBefore(long position) throws IOException {
        synchronized (dropping) {
            if (closed) throw closedException();
            // Segments that are synced to their end are also sealed, except the last one.
            int end = Math.min(Position.segment(position), Position.segment(sync.syncedTo()));
            for (Segment oldest : segments.headMap(end).values()) {
                disk.delete(oldest.number());
                segments.remove(oldest.number());
                oldest.release();
            }
        }
    }

    /** Reads all entries, and throws if one is damaged. */
    public void verify() throws DamagedSegmentException {
        try (JournalReader reader = read(Position.START)) {
            while (reader.next()) {
                // The reader checks each entry.
            }
        }
    }

    /**
     * Stops accepting entries, syncs the existing ones, and releases the folder. A reader can finish its current
     * segment, and finds no entries behind it.
     *
     * @throws JournalStoppedException if that sync, or an earlier one, failed
     * @throws IllegalStateException if called on the sync thread, by a dependent of a sync
     */
    @Override
    public void close() throws IOException {
        sync.requireNotSyncThread();
        synchronized (this) {
            if (closed) return;
            closed = true;
            allocator.close();
        }
        sync.close();
        background.close();
        synchronized (dropping) {
            segments.values().forEach(Segment::release);
        }
        disk.close();
        Optional<Throwable> failure = sync.failure();
        if (failure.isPresent()) throw GroupSync.stoppedException(failure.get());
    }

    boolean hasAfter(int segment) {
        return segments.higherKey(segment) != null;
    }

    /**
     * Returns the segment with that number or the first one after it, retained for a reader; null if neither exists.
     */
    @Nullable
    Segment retainFrom(int number) {
        for (Segment segment : segments.tailMap(number).values()) {
            if (segment.retain()) return segment;
        }
        return null;
    }

    private void requireAccepting() throws JournalStoppedException {
        Optional<Throwable> failure = sync.failure();
        if (failure.isPresent()) throw GroupSync.stoppedException(failure.get());
        if (closed) throw closedException();
    }

    private static JournalStoppedException closedException() {
        return new JournalStoppedException("the journal is closed");
    }

    private Segment roll(Duration maxWait) throws IOException {
        Segment created = startNextSegment(maxWait);
        Segment previous = current;
        if (previous == null) syncFirst(created);
        segments.put(created.number(), created);
        current = created;
        if (previous != null) sync.wake();
        return created;
    }

    /**
     * Syncs the header of the first segment before anything is appended. For later ones {@link Segment#seal} does so.
     */
    private void syncFirst(Segment created) throws JournalStoppedException {
        try {
            syncHeader(created);
        } catch (IOException failure) {
            sync.fail(failure);
            throw GroupSync.stoppedException(failure);
        }
    }

    private void syncHeader(Segment created) throws IOException {
        try {
            created.syncHeader();
        } catch (IOException | RuntimeException | Error failure) {
            discard(created);
            throw failure;
        }
    }

    /** Forces the segments in order, and seals those that are full. Runs on the sync thread. */
    private long syncToEnd() throws IOException {
        long end = endPosition();
        int last = Position.segment(end);
        for (Segment full :
                segments.subMap(Position.segment(sync.syncedTo()), last).values()) {
            full.seal(segments.higherEntry(full.number()).getValue());
        }
        Segment newest = segments.get(last);
        if (newest != null) newest.syncTo(Position.offset(end));
        return end;
    }

    private SegmentInfo info(Segment segment) {
        long end = Position.of(segment.number(), segment.end());
        return new SegmentInfo(
                segment.number(),
                segment.firstSequence(),
                Instant.ofEpochMilli(segment.createdAtMillis()),
                end,
                segment.end(),
                segment.isSealed());
    }
}

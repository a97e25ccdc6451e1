package vesper.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import vesper.journal.Disk.DiskFile;

/**
 * An append-only log in a folder of its own.
 *
 * <p>Any thread may call any method. Those who append take turns, for as long as it takes to copy their bytes; they
 * wait for the disk only where it makes no further segment in time. At most {@link JournalOptions#segmentBytes} are
 * claimed ahead of what is written.
 */
public final class Journal implements Closeable {
    private final String name;
    private final Disk disk;
    private final JournalOptions options;
    private final Clock clock;
    private final ConcurrentSkipListMap<Integer, Segment> segments;
    private final ExecutorService background;
    private final NextSegment next;
    /** Another one after {@link #resume}. */
    private volatile GroupSync sync;

    private final Recovery recovery;
    /** Held by those who take segments away. */
    private final Object dropping = new Object();

    /** Of the thread whose turn it is to append; read by all, without waiting for one that waits for a disk. */
    private volatile @Nullable Segment current;

    private volatile boolean closed;
    private volatile long nextSequence;

    private Journal(String name, Disk disk, JournalOptions options, Clock clock, Opening opening) {
        this.name = name;
        this.disk = disk;
        this.options = options;
        this.clock = clock;
        this.segments = opening.segments();
        this.current = opening.current();
        this.nextSequence = opening.nextSequence();
        this.recovery = opening.recovery();
        this.background = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name(name + "-room").factory());
        this.next = new NextSegment(disk, options.segmentBytes(), background, opening.nextNumber());
        this.sync = groupSync(opening.syncedTo());
    }

    private GroupSync groupSync(long syncedTo) {
        return new GroupSync(name + "-sync", this::syncToEnd, options.sync(), syncedTo);
    }

    private synchronized Journal started() {
        sync.start();
        if (current == null) next.prepare();
        return this;
    }

    /**
     * Opens the journal in a folder, which is made where it is missing.
     *
     * @throws DamagedSegmentException where something is wrong with what had been synced
     * @throws IOException also where it is open already
     */
    public static Journal open(Path folder, JournalOptions options) throws IOException {
        return open(folder, options, Clock.systemUTC());
    }

    /** The same with the time of a clock, for {@link SegmentInfo#createdAt}. */
    public static Journal open(Path folder, JournalOptions options, Clock clock) throws IOException {
        return open(folder.getFileName().toString(), FileDisk.open(folder), options, clock);
    }

    static Journal open(String name, Disk disk, JournalOptions options, Clock clock) throws IOException {
        try {
            return new Journal(name, disk, options, clock, Opening.of(disk)).started();
        } catch (IOException | RuntimeException | Error failure) {
            disk.close();
            throw failure;
        }
    }

    /**
     * Appends an entry. When this returns the entry is found by readers and survives the end of the process; see
     * {@link #acknowledged} for power cuts.
     *
     * @param type 0 to 255
     * @param payload at most {@link JournalOptions#maxPayloadBytes}; consumed
     * @return where it is
     * @throws JournalFullException where there was no room; nothing was written
     * @throws JournalStoppedException after {@link #close}, after a sync that failed, and where the file does not take
     *     what is written, nor anything after that
     */
    public synchronized long append(int type, ByteBuffer payload) throws IOException {
        int length = payload.remaining();
        if (length > options.maxPayloadBytes()) {
            throw new IllegalArgumentException(
                    "a payload of " + length + " bytes, at most " + options.maxPayloadBytes() + " are taken");
        }
        if (type >>> 8 != 0) throw new IllegalArgumentException("type " + type + " is not in 0 to 255");
        requireAccepting();
        try {
            return appended(length, type, payload);
        } catch (InternalError unwritable) {
            sync.fail(unwritable);
            throw GroupSync.stopped(unwritable);
        }
    }

    private long appended(int length, int type, ByteBuffer payload) throws IOException {
        Segment into = current;
        if (into == null || !into.hasRoomFor(length)) into = roll(options.longestWait());

        if (into.end() > options.segmentBytes() / 2) next.prepare();

        long sequence = nextSequence;
        int offset = into.append(sequence, type, payload);
        nextSequence = sequence + 1;
        return Position.of(into.number(), offset);
    }

    /**
     * Appends an entry that says something only beside the one at this position, as {@link #append} does, if both are in
     * the same segment. Asking first would not do: any thread may begin a new one ({@link #rollBegunBefore}).
     *
     * @return whether it was; otherwise the payload is as it was
     */
    public synchronized boolean appendInSegment(long position, int type, ByteBuffer payload) throws IOException {
        if (!goesOnInSegment(position, payload.remaining())) return false;
        append(type, payload);
        return true;
    }

    /** Whether an entry of this length would be in the same segment as the one at this position, as it looks now. */
    public boolean goesOnInSegment(long position, int payloadBytes) {
        Segment into = current;
        return into != null && into.number() == Position.segment(position) && into.hasRoomFor(payloadBytes);
    }

    /**
     * Has the first file made now, so that whoever appends first need not wait for it.
     *
     * @param longestWait for the disk
     * @throws JournalFullException where there was no room
     */
    public synchronized void begin(Duration longestWait) throws IOException {
        requireAccepting();
        if (current == null) roll(longestWait);
    }

    /**
     * Begins a new file where the newest one has entries and was begun before that moment, so that all of it can be
     * dropped once nobody needs it. Waits for no disk: where there is no file yet it has one made, and a later call
     * finds it. Nothing to do where no entries are accepted any more.
     */
    public synchronized void rollBegunBefore(Instant moment) throws IOException {
        Segment newest = current;
        if (newest == null || closed || sync.failure() != null) return;
        boolean isOld = newest.createdAtMillis() < moment.toEpochMilli();
        if (!isOld || newest.end() == SegmentHeader.BYTES) return;
        next.prepare();
        if (next.isMade()) roll(options.longestWait());
    }

    /**
     * What an acknowledgement of an entry has to wait for under the journal's {@link SyncPolicy}: its sync with
     * {@link SyncPolicy.Always}, otherwise nothing.
     */
    public CompletableFuture<Void> acknowledged(long position) {
        return switch (options.sync()) {
            case SyncPolicy.Always _ -> whenSynced(position);
            case SyncPolicy.Interval _, SyncPolicy.None _ -> CompletableFuture.completedFuture(null);
        };
    }

    /**
     * Done when the entry at this position is on the disk, which is asked for at once; one sync serves all who wait.
     * Fails with a {@link JournalStoppedException}. What depends on it runs on the thread that syncs.
     *
     * @throws IllegalArgumentException where nothing was appended at this position yet
     */
    public CompletableFuture<Void> whenSynced(long position) {
        // Nobody would ever be told, nor those who wait behind.
        if (position >= endPosition()) throw new IllegalArgumentException("no entry yet at " + Position.text(position));
        return sync.when(position + 1);
    }

    /** Done when everything that was appended before this call is on the disk. */
    public CompletableFuture<Void> whenAllSynced() {
        return sync.when(endPosition());
    }

    /** Before this position everything is on the disk. */
    public long syncedPosition() {
        return sync.syncedTo();
    }

    /** Where the next entry will be, or before that. */
    public long endPosition() {
        Segment into = current;
        return into == null ? Position.of(Opening.FIRST_NUMBER, 0) : Position.of(into.number(), into.end());
    }

    /** The sequence of the next entry; 1 in an empty journal. */
    public long nextSequence() {
        return nextSequence;
    }

    public Recovery recovery() {
        return recovery;
    }

    /** Why nothing is accepted any more; null while it is. */
    public @Nullable Throwable failure() {
        return sync.failure();
    }

    /**
     * Goes on after a sync that failed, in a file of its own behind what was written before. That sync is not tried again
     * and called good, since Linux takes the pages that it could not write for written: what is not known to be on the disk
     * is compared with what was written, written again and synced, before anything is accepted. Who waited has been
     * told that it failed, and is told nothing else. Where the first file could not be used, it is made anew. Waits for the
     * disk, though nobody who appends waits with it.
     *
     * @return whether entries are accepted; where they are not yet, ask again
     * @throws DamagedSegmentException where something that was written is not there any more, which no later call mends
     * @throws IOException where the disk still fails; a later call tries again
     * @throws JournalStoppedException after {@link #close}
     */
    public boolean resume() throws IOException {
        synchronized (dropping) {
            if (closed) throw closed();
            if (sync.failure() == null) return true;
            if (!isReadyToResume()) return false;
            Segment last = current;
            return last == null ? begunAgain() : resumed(syncedAgain(last));
        }
    }

    private long syncedAgain(Segment last) throws IOException {
        try {
            for (Segment each :
                    segments.tailMap(Position.segment(sync.syncedTo())).values()) each.writeAgain();
            return syncToEnd();
        } catch (InternalError unreadable) {
            throw new DamagedSegmentException(
                    Segment.fileName(last.number()), last.end(), EntryCopy.unreadable(unreadable));
        }
    }

    /** The first file could not be used, and nothing was ever accepted: it is made anew. */
    private boolean begunAgain() throws IOException {
        try {
            Segment begun = taken(Duration.ZERO);
            syncHeader(begun);
            return goneOnFrom(begun);
        } catch (InternalError unwritable) {
            throw GroupSync.stopped(unwritable);
        }
    }

    private synchronized Segment taken(Duration longestWait) throws IOException {
        // Who waited for this turn may have waited for who closes.
        if (closed) throw closed();
        int number = next.number();
        DiskFile file = next.take(longestWait);
        try {
            return Segment.begin(number, file, nextSequence, clock.millis());
        } catch (RuntimeException | Error unwritable) {
            file.close();
            next.makeAgain(number);
            throw unwritable;
        }
    }

    /** Whatever the disk has of it: no other file must stand behind one that was never used. */
    private synchronized void giveUp(Segment begun) {
        begun.release();
        next.makeAgain(begun.number());
    }

    private synchronized boolean goneOnFrom(Segment begun) throws JournalStoppedException {
        if (closed) {
            begun.release();
            throw closed();
        }
        segments.put(begun.number(), begun);
        current = begun;
        sync = groupSync(sync.syncedTo());
        sync.start();
        return true;
    }

    private synchronized boolean isReadyToResume() throws JournalStoppedException {
        if (closed) throw closed();
        next.prepare();
        sync.wake();
        return next.isMade() && sync.isOver();
    }

    private synchronized boolean resumed(long syncedTo) throws IOException {
        if (closed) throw closed();
        try {
            roll(options.longestWait());
        } catch (InternalError unwritable) {
            // Of a file that holds nothing yet, so nothing that was written is missing.
            throw GroupSync.stopped(unwritable);
        }
        sync = groupSync(syncedTo);
        sync.start();
        return true;
    }

    /** Whether it is still found in its folder, which somebody may have deleted or replaced. Asks the disk. */
    public boolean isInPlace() {
        return disk.isInPlace();
    }

    /** Reads on from a position, {@link Position#BEGINNING} for the first entry that is still there. */
    public JournalReader read(long from) {
        return new JournalReader(this, from);
    }

    /**
     * The entry at a position that {@link #append} returned.
     *
     * @throws EntryGoneException where its segment was dropped, and after {@link #close}
     */
    public Entry entry(long position) throws IOException {
        try (JournalReader reader = readAt(position)) {
            byte[] payload = new byte[reader.payload().remaining()];
            reader.payload().get(payload);
            return new Entry(position, reader.sequence(), reader.type(), payload);
        }
    }

    /**
     * A reader that has read the entry at a position that {@link #append} returned.
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

    /** The name of the file that a position is in. */
    public static String fileName(long position) {
        return Segment.fileName(Position.segment(position));
    }

    /** The files, oldest first. */
    public List<SegmentInfo> segments() {
        return segments.values().stream().map(this::info).toList();
    }

    public long sizeBytes() {
        return segments.values().stream().mapToLong(Segment::end).sum();
    }

    /**
     * Deletes the segments of which every entry is before this position and on the disk.
     *
     * @throws JournalStoppedException after {@link #close}
     */
    public void dropBefore(long position) throws IOException {
        synchronized (dropping) {
            if (closed) throw closed();
            // What is synced is sealed too, except for the last one.
            int end = Math.min(Position.segment(position), Position.segment(sync.syncedTo()));
            for (Segment oldest : segments.headMap(end).values()) {
                disk.delete(oldest.number());
                segments.remove(oldest.number());
                oldest.release();
            }
        }
    }

    /** Reads everything and throws where something is damaged. */
    public void verify() throws DamagedSegmentException {
        try (JournalReader reader = read(Position.BEGINNING)) {
            while (reader.next()) {
                // The reader has checked it.
            }
        }
    }

    /**
     * Takes no more entries, syncs what there is, and gives the folder back. Readers keep the segment that they read
     * and find nothing behind it.
     *
     * @throws JournalStoppedException where that sync, or one before, failed
     * @throws IllegalStateException where what waits for a sync calls this, on the thread that syncs
     */
    @Override
    public void close() throws IOException {
        sync.requireOther();
        synchronized (this) {
            if (closed) return;
            closed = true;
            next.close();
        }
        sync.close();
        background.close();
        synchronized (dropping) {
            segments.values().forEach(Segment::release);
        }
        disk.close();
        Throwable failure = sync.failure();
        if (failure != null) throw GroupSync.stopped(failure);
    }

    boolean hasAfter(int segment) {
        return segments.higherKey(segment) != null;
    }

    /** The segment of that number or the first one after it, retained for a reader; null where there is none yet. */
    @Nullable
    Segment retainFrom(int number) {
        for (Segment segment : segments.tailMap(number).values()) {
            if (segment.retain()) return segment;
        }
        return null;
    }

    private void requireAccepting() throws JournalStoppedException {
        Throwable failure = sync.failure();
        if (failure != null) throw GroupSync.stopped(failure);
        if (closed) throw closed();
    }

    private static JournalStoppedException closed() {
        return new JournalStoppedException("the journal is closed");
    }

    private Segment roll(Duration longestWait) throws IOException {
        Segment begun = taken(longestWait);
        Segment full = current;
        if (full == null) syncFirst(begun);
        segments.put(begun.number(), begun);
        current = begun;
        if (full != null) sync.wake();
        return begun;
    }

    /**
     * No sealed segment stands before it, see {@link Segment#seal}, so its header has to be on the disk before anything
     * is appended.
     */
    private void syncFirst(Segment begun) throws JournalStoppedException {
        try {
            syncHeader(begun);
        } catch (IOException failure) {
            sync.fail(failure);
            throw GroupSync.stopped(failure);
        }
    }

    private void syncHeader(Segment begun) throws IOException {
        try {
            begun.syncHeader();
        } catch (IOException | RuntimeException | Error failure) {
            giveUp(begun);
            throw failure;
        }
    }

    /** On the thread that syncs: forces the segments in their order, and seals those that are full. */
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

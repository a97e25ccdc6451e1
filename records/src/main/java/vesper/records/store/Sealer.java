package vesper.records.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.Processors;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.Position;
import vesper.records.blocks.Block;

/**
 * Seals the rows of the journals into blocks on its own thread. While requests are in flight, {@link SealingPace}
 * throttles it, except when too many rows are waiting or a caller is waiting for it.
 */
final class Sealer implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Sealer.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Duration BETWEEN_DELETIONS = Duration.ofMinutes(1);

    private final List<Source> sources;
    private final BlockFiles files;
    private final StoreOptions options;
    private final Clock clock;
    private final SealingPace pace;
    private final FolderCheck folder;
    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("records-sealer").unstarted(this::run);
    /** Position up to which each journal may be dropped once the sealer reaches a later segment. */
    private final long[] droppable;

    private volatile Snapshot snapshot;
    private volatile long caughtUpAtMillis;
    private volatile int waiting;
    private volatile boolean closing;
    private volatile String trouble = "";
    private Instant deletedAt = Instant.EPOCH;

    private final AtomicBoolean rebuildWanted = new AtomicBoolean();
    private volatile int filesToRebuild;
    private @Nullable BlockRebuild rebuilding;

    private final Set<StoreRead> readings = Collections.newSetFromMap(new IdentityHashMap<>());

    Sealer(
            List<Source> sources,
            BlockFiles files,
            StoreOptions options,
            Clock clock,
            BooleanSupplier busy,
            FolderCheck folder) {
        this.sources = sources;
        this.files = files;
        this.options = options;
        this.clock = clock;
        this.pace = new SealingPace(options.cpuShare(), busy, new Processors()::areShort);
        this.folder = folder;
        this.droppable = new long[sources.size()];
        this.caughtUpAtMillis = clock.millis();
        this.snapshot = taken();
    }

    void start() {
        BlockRebuild torn = BlockRebuild.ofTorn(files, journals());
        filesToRebuild = torn.filesLeft();
        if (filesToRebuild > 0) rebuilding = torn;
        else endRebuilding(torn);
        thread.start();
    }

    Snapshot snapshot() {
        return snapshot;
    }

    /** Returns the last time at which all rows had been read, in milliseconds since 1970. No waiting row is older. */
    long caughtUpAtMillis() {
        return caughtUpAtMillis;
    }

    /** Returns why sealing fails, or an empty string. */
    String trouble() {
        return trouble;
    }

    /** Suspends throttling while a caller waits for the sealer to catch up. */
    synchronized void prioritize() {
        waiting++;
        LockSupport.unpark(thread);
    }

    synchronized void dontHurry() {
        waiting--;
    }

    /** Requests that all blocks be rebuilt. Has no further effect until a pending request has started. */
    void rebuild() {
        rebuildWanted.set(true);
        LockSupport.unpark(thread);
    }

    /** Returns the number of block files that are still to be rebuilt. */
    int filesToRebuild() {
        return rebuildWanted.get() ? Math.max(1, filesToRebuild) : filesToRebuild;
    }

    private void run() {
        while (!closing) {
            try {
                work();
                trouble = "";
            } catch (IOException | RuntimeException | Error e) {
                String why = String.valueOf(e);
                if (!why.equals(trouble)) LOG.error("records cannot be sealed, and wait in their journals", e);
                trouble = why;
                LockSupport.parkNanos(AGAIN_NANOS);
            }
        }
    }

    private void work() throws IOException {
        folder.checkIfDue();
        // Deletes before adding, because that frees space if the disk is full.
        deleteOld();
        boolean isBehind = false;
        for (Source source : sources) {
            take(source);
            isBehind |= source.isFull();
            if (source.isFull() || source.isDue(clock.instant(), options.sealingTime())) seal(source);
            pace();
        }
        rebuildNext();
        if (isBehind || rebuilding != null) return;
        caughtUpAtMillis = clock.millis();
        // Reading a few rows at a time would not be faster and would cost more.
        LockSupport.parkNanos(LOOK_NANOS);
    }

    private void rebuildNext() throws IOException {
        BlockRebuild running = rebuilding;
        if (running == null) {
            if (!rebuildWanted.get()) return;
            running = startRebuild();
            rebuilding = running;
            filesToRebuild = running.filesLeft();
            rebuildWanted.set(false);
        }
        boolean isOver = running.filesLeft() == 0;
        try {
            if (!isOver && running.step()) snapshot = taken();
        } catch (IOException | RuntimeException | Error e) {
            // The replacement lacks the failed block, so it must not replace the old file.
            LOG.error("blocks are not made anew any further; the old ones answer", e);
            isOver = true;
        }
        filesToRebuild = running.filesLeft();
        if (isOver) endRebuilding(running);
        pace();
    }

    private BlockRebuild startRebuild() throws IOException {
        return BlockRebuild.start(files, journals());
    }

    private Map<Integer, Journal> journals() {
        return sources.stream().collect(Collectors.toMap(Source::number, Source::journal));
    }

    private void endRebuilding(BlockRebuild ended) {
        rebuilding = null;
        filesToRebuild = 0;
        try {
            ended.close();
        } catch (IOException e) {
            LOG.warn("what was made anew of blocks and not used is there until the next start: {}", e.getMessage());
        }
    }

    /** Damage in one journal must not prevent reading the others. */
    private static void take(Source source) {
        try {
            source.take();
        } catch (DamagedSegmentException e) {
            source.passOver(e);
        }
    }

    private Snapshot taken() {
        List<Tail> tails = sources.stream().map(Source::tail).toList();
        return new Snapshot(files.blocks(), tails, files.lost(), files.damaged(), files.sizeBytes());
    }

    private void seal(Source source) throws IOException {
        ByteBuffer bytes = source.block();
        Block block = Block.read(bytes, zstd);
        Instant now = clock.instant();
        long begunSince = now.minus(options.fileTime()).toEpochMilli();
        boolean isFirstOfFile = files.append(source.frame(bytes.remaining()), block, bytes, begunSince);
        source.sealed(now);
        snapshot = taken();
        if (isFirstOfFile) deletedAt = Instant.EPOCH;
        drop(source);
    }

    /**
     * Drops sealed rows from the journal once their blocks are on the disk, except segments that a read still needs.
     * One more segment is kept for readers that are about to start.
     */
    private void drop(Source source) throws IOException {
        int place = sources.indexOf(source);
        long from = source.unsealedFrom();
        if (Position.segment(from) <= Position.segment(droppable[place])) return;
        dropBefore(source, droppable[place]);
        droppable[place] = from;
    }

    private void dropBefore(Source source, long position) throws IOException {
        if (position == Position.START || isNeeded(rebuilding)) return;
        files.force();
        if (source.wouldLetGoOf(position)) source.letGo(files.sealedTo(source.name()));
        synchronized (readings) {
            long before = position;
            for (StoreRead reading : readings) before = Math.min(before, reading.from(source.journal()));
            source.journal().dropBefore(before);
        }
    }

    /** Rows from which damaged blocks can be rebuilt are kept until the rebuild has ended. */
    private static boolean isNeeded(@Nullable BlockRebuild running) {
        return running != null && running.isFromJournals();
    }

    /** Opens a read of a time range. Nothing that it needs is dropped until it is closed. */
    StoreRead read(long from, long to) {
        synchronized (readings) {
            StoreRead reading = new StoreRead(snapshot, from, to, this::release);
            readings.add(reading);
            return reading;
        }
    }

    private void release(StoreRead reading) {
        synchronized (readings) {
            readings.remove(reading);
        }
    }

    /**
     * Deletes blocks that exceed the retention time or size, and sealed rows in the journals. Old segments are ended
     * early: a journal with few writes would otherwise take years to fill a segment and drop it.
     */
    private void deleteOld() throws IOException {
        Instant now = clock.instant();
        if (Duration.between(deletedAt, now).abs().compareTo(BETWEEN_DELETIONS) < 0) return;
        deletedAt = now;
        long earliest = now.minus(options.retention()).toEpochMilli();
        if (files.dropOld(earliest, options.retentionBytes(), this::remember)) snapshot = taken();
        for (Source source : sources) {
            source.journal().rollIfCreatedBefore(now.minus(options.fileTime()));
            dropBefore(source, source.sealedBefore(now.minus(options.sealingTime())));
        }
    }

    private void remember(int number, long deletedTo) throws IOException {
        for (Source source : sources) if (source.number() == number) source.remember(deletedTo);
    }

    private void pace() {
        boolean hurries = waiting > 0 || closing || backlogBytes() >= options.backlogBytes();
        pace.rest(hurries, clock.millis() - caughtUpAtMillis);
    }

    private long backlogBytes() {
        return sources.stream()
                .map(Source::journal)
                .mapToLong(Journal::sizeBytes)
                .sum();
    }

    /** Stops after the current task. Unsealed rows stay in the journals, which remain open. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        Uninterrupted.join(thread);
        if (rebuilding != null) endRebuilding(rebuilding);
        zstd.close();
    }
}

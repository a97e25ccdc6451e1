package vesper.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import vesper.journal.Disk.DiskFile;

/**
 * The next file of a journal, created in advance on another thread so that appends need not wait for the disk. If there
 * was no room, the next request tries again, at most ten times a second. Guarded by the lock on its journal.
 */
final class SegmentAllocator {
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Disk disk;
    private final int sizeBytes;
    private final Executor background;

    private int number;
    /** True if the disk may have an unusable file with this number. */
    private boolean mustReplaceExisting;

    private @Nullable CompletableFuture<DiskFile> file;
    /** Time since which an append waits for the file, by {@link System#nanoTime}; null if none has waited. */
    private @Nullable Long awaitedSinceNanos;
    /** Time of the last failure, by {@link System#nanoTime}. */
    private volatile long failedAtNanos;

    /** @param number of the first segment to create */
    SegmentAllocator(Disk disk, int sizeBytes, Executor background, int number) {
        this.disk = disk;
        this.sizeBytes = sizeBytes;
        this.background = background;
        this.number = number;
    }

    int number() {
        return number;
    }

    /** Creates the file again that was taken last. It could not be used, and is closed. */
    void recreate(int taken) {
        number = taken;
        mustReplaceExisting = true;
    }

    /** Starts to create the file, unless that has been started. */
    void prepare() {
        if (file != null && !(file.isCompletedExceptionally() && isTimeToRetry())) return;
        int next = number;
        boolean replacesExisting = mustReplaceExisting;
        var created = new CompletableFuture<DiskFile>();
        file = created;
        awaitedSinceNanos = null;
        background.execute(() -> {
            try {
                if (replacesExisting) disk.delete(next);
                created.complete(disk.create(next, sizeBytes));
            } catch (IOException | RuntimeException | Error failure) {
                failedAtNanos = System.nanoTime();
                created.completeExceptionally(failure);
            }
        });
    }

    /** Returns whether {@link #take} will not wait. */
    boolean isReady() {
        return file != null && file.isDone() && !file.isCompletedExceptionally();
    }

    /**
     * Returns the file, and moves on to the next number.
     *
     * @param maxWait in total for all appends; if the disk hangs, only the first one is delayed
     * @throws JournalFullException if the file cannot be created, or not in time
     */
    DiskFile take(Duration maxWait) throws IOException {
        prepare();
        CompletableFuture<DiskFile> awaited = file;
        if (awaited == null) throw new IllegalStateException("nothing is being prepared");
        try {
            DiskFile taken = await(awaited, maxWait);
            file = null;
            mustReplaceExisting = false;
            number++;
            return taken;
        } catch (TimeoutException slow) {
            throw new JournalFullException(
                    "the disk did not allocate a segment within " + maxWait.toMillis() + " ms", slow);
        } catch (ExecutionException failure) {
            throw fullException(failure.getCause());
        }
    }

    /** Discards the file if it was created and not taken. */
    void close() {
        if (file == null) return;
        int unused = number;
        var _ = file.handle((created, _) -> {
            if (created == null) return null;
            created.close();
            try {
                disk.delete(unused);
            } catch (IOException _) {
                // The next opening drops a blank segment.
            }
            return null;
        });
    }

    /** Creates a new exception, since several threads may receive the same failure. */
    private static JournalFullException fullException(@Nullable Throwable why) {
        String message = why instanceof JournalFullException full
                ? full.getMessage()
                : "could not create the next segment: " + why;
        return new JournalFullException(String.valueOf(message), why);
    }

    /**
     * Waits for the file. Defers interrupts, which are meant for other work of the thread: they must not cost an entry.
     */
    private DiskFile await(CompletableFuture<DiskFile> awaited, Duration maxWait)
            throws ExecutionException, TimeoutException {
        if (awaitedSinceNanos == null) awaitedSinceNanos = System.nanoTime();
        long deadline = awaitedSinceNanos + maxWait.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return awaited.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private boolean isTimeToRetry() {
        return System.nanoTime() - failedAtNanos >= RETRY_NANOS;
    }
}

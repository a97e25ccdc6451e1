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
 * The file that is written to next, made in advance on another thread, so that those who append need not wait for a
 * disk. Where there was no room it is tried again at the next request, at most ten times a second. Guarded by its
 * journal.
 */
final class NextSegment {
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Disk disk;
    private final int sizeBytes;
    private final Executor background;

    private int number;
    /** Whether the disk may have a file of that number, which is of no use. */
    private boolean isInTheWay;

    private @Nullable CompletableFuture<DiskFile> file;
    /** Since when somebody waits for it, by {@link System#nanoTime}; null as long as nobody did. */
    private @Nullable Long awaitedSinceNanos;
    /** Of the last failure, by {@link System#nanoTime}. */
    private volatile long failedAtNanos;

    /** @param number of the first segment that it makes */
    NextSegment(Disk disk, int sizeBytes, Executor background, int number) {
        this.disk = disk;
        this.sizeBytes = sizeBytes;
        this.background = background;
        this.number = number;
    }

    int number() {
        return number;
    }

    /** What was taken last could not be used, and is closed: it is made anew. */
    void makeAgain(int taken) {
        number = taken;
        isInTheWay = true;
    }

    /** Begins to make it, unless that has begun. */
    void prepare() {
        if (file != null && !(file.isCompletedExceptionally() && isTimeToRetry())) return;
        int next = number;
        boolean replaces = isInTheWay;
        var preparing = new CompletableFuture<DiskFile>();
        file = preparing;
        awaitedSinceNanos = null;
        background.execute(() -> {
            try {
                if (replaces) disk.delete(next);
                preparing.complete(disk.create(next, sizeBytes));
            } catch (IOException | RuntimeException | Error failure) {
                failedAtNanos = System.nanoTime();
                preparing.completeExceptionally(failure);
            }
        });
    }

    /** Whether {@link #take} need not wait. */
    boolean isMade() {
        return file != null && file.isDone() && !file.isCompletedExceptionally();
    }

    /**
     * Hands it over, and counts on.
     *
     * @param longestWait of all who want it together: where the disk hangs, only the first is held up
     * @throws JournalFullException where it could not be made, or not in time
     */
    DiskFile take(Duration longestWait) throws IOException {
        prepare();
        CompletableFuture<DiskFile> made = file;
        if (made == null) throw new IllegalStateException("nothing is being prepared");
        try {
            DiskFile taken = await(made, longestWait);
            file = null;
            isInTheWay = false;
            number++;
            return taken;
        } catch (TimeoutException slow) {
            throw new JournalFullException("the disk gave no room within " + longestWait.toMillis() + " ms", slow);
        } catch (ExecutionException failure) {
            throw refused(failure.getCause());
        }
    }

    /** Gives up what was made and not taken. */
    void close() {
        if (file == null) return;
        int unused = number;
        var _ = file.handle((made, _) -> {
            if (made == null) return null;
            made.close();
            try {
                disk.delete(unused);
            } catch (IOException _) {
                // A blank segment is passed over at the next opening.
            }
            return null;
        });
    }

    /** Told to many threads, so each gets an exception of its own. */
    private static JournalFullException refused(@Nullable Throwable why) {
        String message = why instanceof JournalFullException full ? full.getMessage() : "no further segment: " + why;
        return new JournalFullException(String.valueOf(message), why);
    }

    /** An interrupt is for what the thread does otherwise: an entry is not lost for it. */
    private DiskFile await(CompletableFuture<DiskFile> made, Duration longestWait)
            throws ExecutionException, TimeoutException {
        if (awaitedSinceNanos == null) awaitedSinceNanos = System.nanoTime();
        long deadline = awaitedSinceNanos + longestWait.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return made.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
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

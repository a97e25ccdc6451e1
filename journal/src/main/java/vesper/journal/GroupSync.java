package vesper.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Syncs a journal on its own thread. A sync serves all callers that started to wait before it, while later ones wait
 * for the next (group commit; Gawlick and Kinkade, "Varieties of Concurrency Control in IMS/VS Fast Path", 1985). A
 * sync is never delayed to gather more callers.
 */
final class GroupSync {
    /** Forces everything up to the end of the journal. */
    interface Syncing {
        /** @return the position before which everything is on the disk */
        long sync() throws IOException;
    }

    private final Syncing journal;
    /** 0 if syncs run only on request. */
    private final long intervalMillis;

    private final Thread thread;

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private boolean wanted;
    private boolean closing;
    private @Nullable JournalStoppedException ended;
    private volatile long syncedTo;
    private volatile @Nullable Throwable failure;

    GroupSync(String name, Syncing journal, SyncPolicy policy, long syncedTo) {
        this.journal = journal;
        this.intervalMillis = policy instanceof SyncPolicy.Interval(var interval) ? interval.toMillis() : 0;
        this.syncedTo = syncedTo;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /** Starts the thread. To be called after the journal has been constructed. */
    void start() {
        thread.start();
    }

    /** Returns the position before which everything is on the disk. */
    long syncedTo() {
        return syncedTo;
    }

    /**
     * Returns a future that completes when everything before this position is on the disk, or fails if syncing ends.
     */
    synchronized CompletableFuture<Void> when(long position) {
        if (position <= syncedTo) return CompletableFuture.completedFuture(null);
        if (ended != null) return CompletableFuture.failedFuture(ended);
        var done = new CompletableFuture<Void>();
        waiting.add(new Waiting(position, done));
        wake();
        return done;
    }

    /** Starts a sync now. */
    synchronized void wake() {
        wanted = true;
        notifyAll();
    }

    /** Returns the failure after which there are no further syncs; null if none has failed. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Returns whether the thread has ended, so that no sync is running or will run. */
    boolean isOver() {
        return !thread.isAlive();
    }

    /** Stops syncing because a required write failed, which is as bad as a failed sync. */
    void fail(Throwable failed) {
        failure = failed;
        end(stopped(failed));
    }

    /** @throws IllegalStateException on the sync thread, which would wait for itself in {@link #close} */
    void requireOther() {
        if (thread.equals(Thread.currentThread())) {
            throw new IllegalStateException("a journal is not closed by what waits for its sync");
        }
    }

    /** Syncs a last time, completes the futures, and waits until the thread has ended. */
    void close() {
        synchronized (this) {
            closing = true;
            notifyAll();
        }
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }

    private void run() {
        try {
            syncUntilClosed();
            Throwable failed = failure;
            end(failed == null ? new JournalStoppedException("the journal is closed") : stopped(failed));
        } catch (IOException | RuntimeException | Error failed) {
            // The JVM reports an access to a missing page late, so the error may come from anywhere above.
            fail(failed);
        }
    }

    private void syncUntilClosed() throws IOException {
        boolean last = false;
        while (!last) {
            last = awaitWork();
            if (failure != null) return;
            served(journal.sync());
        }
    }

    /** @return whether this is the last sync */
    private synchronized boolean awaitWork() {
        long until = System.nanoTime() + intervalMillis * 1_000_000;
        while (!wanted && !closing) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (intervalMillis > 0 && left <= 0) break;
            try {
                wait(intervalMillis > 0 ? left : 0);
            } catch (InterruptedException _) {
                // Interrupts have no meaning here; the thread ends by close().
            }
        }
        wanted = false;
        return closing;
    }

    private void served(long position) {
        List<Waiting> served = new ArrayList<>();
        synchronized (this) {
            syncedTo = position;
            while (!waiting.isEmpty() && waiting.peek().position <= position) served.add(waiting.remove());
        }
        served.forEach(each -> each.done.complete(null));
    }

    private void end(JournalStoppedException why) {
        List<Waiting> left;
        synchronized (this) {
            ended = why;
            left = new ArrayList<>(waiting);
            waiting.clear();
        }
        left.forEach(each -> each.done.completeExceptionally(why));
    }

    static JournalStoppedException stopped(Throwable why) {
        if (why instanceof InternalError) {
            // The JVM throws this for a page that the file no longer has, or that can no longer be written.
            return new JournalStoppedException(
                    "a file was made shorter or read-only, or its disk failed, while it was written: "
                            + why.getMessage(),
                    why);
        }
        return new JournalStoppedException("a sync failed, and nobody knows what the disk holds: " + why, why);
    }

    private record Waiting(long position, CompletableFuture<Void> done) {}
}

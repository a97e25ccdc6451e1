package vesper.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
    interface SyncAction {
        /** @return the position before which everything is on the disk */
        long sync() throws IOException;
    }

    private final SyncAction journal;
    /** 0 if syncs run only on request. */
    private final long intervalMillis;

    private final Thread thread;

    private final Queue<Waiter> waiters = new ArrayDeque<>();
    private boolean syncRequested;
    private boolean closing;
    private @Nullable JournalStoppedException endedBy;
    private volatile long syncedTo;
    private volatile @Nullable Throwable failure;

    GroupSync(String name, SyncAction journal, SyncPolicy policy, long syncedTo) {
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
    synchronized CompletableFuture<Void> whenSynced(long position) {
        if (position <= syncedTo) return CompletableFuture.completedFuture(null);
        if (endedBy != null) return CompletableFuture.failedFuture(endedBy);
        var done = new CompletableFuture<Void>();
        waiters.add(new Waiter(position, done));
        wake();
        return done;
    }

    /** Starts a sync now. */
    synchronized void wake() {
        syncRequested = true;
        notifyAll();
    }

    /** Returns the failure after which there are no further syncs; empty if none has failed. */
    Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns whether the thread has ended, so that no sync is running or will run. */
    boolean hasEnded() {
        return !thread.isAlive();
    }

    /** Stops syncing because a required write failed, which is as bad as a failed sync. */
    void fail(Throwable failed) {
        failure = failed;
        end(stoppedException(failed));
    }

    /** @throws IllegalStateException on the sync thread, which would wait for itself in {@link #close} */
    void requireNotSyncThread() {
        if (thread.equals(Thread.currentThread())) {
            throw new IllegalStateException("close() must not be called on the sync thread");
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
            end(failed == null ? new JournalStoppedException("the journal is closed") : stoppedException(failed));
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
            completeUpTo(journal.sync());
        }
    }

    /** @return whether this is the last sync */
    private synchronized boolean awaitWork() {
        long until = System.nanoTime() + intervalMillis * 1_000_000;
        while (!syncRequested && !closing) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (intervalMillis > 0 && left <= 0) break;
            try {
                wait(intervalMillis > 0 ? left : 0);
            } catch (InterruptedException _) {
                // Interrupts have no meaning here; the thread ends by close().
            }
        }
        syncRequested = false;
        return closing;
    }

    private void completeUpTo(long position) {
        List<Waiter> served = new ArrayList<>();
        synchronized (this) {
            syncedTo = position;
            while (!waiters.isEmpty() && waiters.peek().position <= position) served.add(waiters.remove());
        }
        served.forEach(each -> each.done.complete(null));
    }

    private void end(JournalStoppedException why) {
        List<Waiter> left;
        synchronized (this) {
            endedBy = why;
            left = new ArrayList<>(waiters);
            waiters.clear();
        }
        left.forEach(each -> each.done.completeExceptionally(why));
    }

    static JournalStoppedException stoppedException(Throwable why) {
        if (why instanceof InternalError) {
            // The JVM throws this for a page that the file no longer has, or that can no longer be written.
            return new JournalStoppedException(
                    "a file was truncated or made read-only, or its disk failed, during a write: " + why.getMessage(),
                    why);
        }
        return new JournalStoppedException("a sync failed, so the contents of the disk are unknown: " + why, why);
    }

    private record Waiter(long position, CompletableFuture<Void> done) {}
}

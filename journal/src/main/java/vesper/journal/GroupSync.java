package vesper.journal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Forces what was appended, on a thread of its own: whoever waits while one sync runs is served by the next, all at
 * once (group commit; Gawlick and Kinkade, "Varieties of Concurrency Control in IMS/VS Fast Path", 1985). Nothing waits
 * for company.
 */
final class GroupSync {
    /** Forces everything up to the journal's end. */
    interface Syncing {
        /** @return the position before which everything is on the disk now */
        long sync() throws IOException;
    }

    private final Syncing journal;
    /** 0 for never by itself. */
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

    /** Once whoever is asked to sync has been made. */
    void start() {
        thread.start();
    }

    /** Everything before this position is on the disk. */
    long syncedTo() {
        return syncedTo;
    }

    /** Done when everything before this position is on the disk; fails where that cannot be known any more. */
    synchronized CompletableFuture<Void> when(long position) {
        if (position <= syncedTo) return CompletableFuture.completedFuture(null);
        if (ended != null) return CompletableFuture.failedFuture(ended);
        var done = new CompletableFuture<Void>();
        waiting.add(new Waiting(position, done));
        wake();
        return done;
    }

    /** Has a sync begin now. */
    synchronized void wake() {
        wanted = true;
        notifyAll();
    }

    /** Why a sync failed, after which there are no more; null while that has not happened. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Whether it syncs nothing any more, and nothing that it began is under way. */
    boolean isOver() {
        return !thread.isAlive();
    }

    /** Something was not written that had to be, which is no better than a sync that failed. */
    void fail(Throwable failed) {
        failure = failed;
        end(stopped(failed));
    }

    /** @throws IllegalStateException on the thread that syncs, which would wait for itself in {@link #close} */
    void requireOther() {
        if (thread.equals(Thread.currentThread())) {
            throw new IllegalStateException("a journal is not closed by what waits for its sync");
        }
    }

    /** Syncs a last time, serves whom that serves, and ends; returns when it has. */
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
            // From anywhere in there: an access to a page that the file has no more is said late.
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

    /** @return whether this is the last time */
    private synchronized boolean awaitWork() {
        long until = System.nanoTime() + intervalMillis * 1_000_000;
        while (!wanted && !closing) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (intervalMillis > 0 && left <= 0) break;
            try {
                wait(intervalMillis > 0 ? left : 0);
            } catch (InterruptedException _) {
                // Nobody interrupts this thread to say something; it ends by close.
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
            // So says the JVM of a page that the file has no more, or that may not be written any more.
            return new JournalStoppedException(
                    "a file was made shorter or read-only, or its disk failed, while it was written: "
                            + why.getMessage(),
                    why);
        }
        return new JournalStoppedException("a sync failed, and nobody knows what the disk holds: " + why, why);
    }

    private record Waiting(long position, CompletableFuture<Void> done) {}
}

package vesper.documents;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import vesper.journal.Journal;
import vesper.journal.SyncPolicy;

/**
 * The journal as documents use it. Writes become visible and are acknowledged in the order in which they were appended:
 * on a dedicated thread once they are synced, or at once if the server is configured not to wait. A thread that appends
 * holds this log's monitor from taking the sequence until the entry is appended.
 */
final class DocumentLog implements Closeable {
    /** A result that waits for the disk: a write, or an answer that depends on a version that is not synced yet. */
    static class Waiting extends CompletableFuture<Write> {
        private final Write outcome;
        private final int sizeBytes;
        /** Everything before this position has to be synced. */
        private long behind;

        Waiting(Write outcome, int sizeBytes) {
            this.outcome = outcome;
            this.sizeBytes = sizeBytes;
        }

        /** Makes the version visible to all readers. Called once, in the order of the journal. */
        void show() {}

        private void acknowledge() {
            complete(outcome);
        }
    }

    /** Records on the disk that the journal has an entry. */
    @FunctionalInterface
    interface FirstEntryMarker {
        void markStored() throws IOException;
    }

    private static final int MOST_WAITING = 1 << 16;
    private static final long MOST_WAITING_BYTES = 64 << 20;

    private final Journal journal;
    private final boolean waitsForSync;
    private final Thread acknowledging;
    private @Nullable FirstEntryMarker first;

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private long waitingBytes;
    /** True while a sync was requested and its result is not processed yet. */
    private boolean isSyncRequested;

    private boolean closing;
    private @Nullable StorageException stopped;
    private volatile long shown;

    /** Guards {@code isTold}. */
    private final Object signal = new Object();

    private boolean isSignalled;
    /** The cause of a failed sync; the journal does not sync again after one. */
    private volatile @Nullable Throwable failed;

    /**
     * @param first called once for the first entry, before it is acknowledged; null if the journal already has entries
     */
    DocumentLog(Journal journal, SyncPolicy sync, @Nullable FirstEntryMarker first) {
        this.journal = journal;
        this.first = first;
        this.waitsForSync = sync instanceof SyncPolicy.Always;
        this.shown = journal.endPosition();
        this.acknowledging =
                Thread.ofPlatform().daemon().name("documents-acknowledge").unstarted(this::acknowledgeUntilClosed);
    }

    void start() {
        acknowledging.start();
    }

    /** Returns the position before which everything is visible. */
    long shown() {
        return shown;
    }

    /**
     * Appends an entry. The caller holds this log's monitor and {@linkplain #add adds} the entry's result before
     * releasing it.
     *
     * @return the entry's position
     * @throws StorageException if nothing was written
     */
    long append(int type, ByteBuffer payload) {
        if (stopped != null) throw stopped;
        long position;
        try {
            position = journal.append(type, payload);
        } catch (IOException failure) {
            throw new StorageException("the write was not stored: " + failure.getMessage(), failure);
        }
        if (first != null) markFirstStored(first);
        return position;
    }

    /**
     * Records that there is an entry. If this fails, the entry is already in the journal, so no other one with its
     * sequence may follow: the log stops.
     */
    private void markFirstStored(FirstEntryMarker marker) {
        try {
            marker.markStored();
            first = null;
        } catch (IOException failure) {
            stopped = new StorageException("the write was not stored: " + failure.getMessage(), failure);
            throw stopped;
        }
    }

    /** Adds a result that needs everything appended before it to be synced. The caller holds this log's monitor. */
    void add(Waiting added) {
        if (waitsForSync) {
            added.behind = journal.endPosition();
            waiting.add(added);
            waitingBytes += added.sizeBytes;
            if (!isSyncRequested) requestSync();
        } else {
            added.show();
            shown = journal.endPosition();
            added.acknowledge();
        }
    }

    private void requestSync() {
        isSyncRequested = true;
        var _ = journal.whenAllSynced().whenComplete((_, failure) -> signalSynced(failure));
    }

    private void signalSynced(@Nullable Throwable failure) {
        synchronized (signal) {
            if (failure != null) failed = failure;
            isSignalled = true;
            signal.notifyAll();
        }
    }

    /** Returns an answer that waits for everything appended so far to be synced. */
    Waiting answer(Write write) {
        var answer = new Waiting(write, 0);
        synchronized (this) {
            if (stopped != null) throw stopped;
            add(answer);
        }
        return answer;
    }

    /** Waits until everything appended before is visible. */
    void settle() {
        // Often it is already; this works even after the disk has failed.
        if (shown < journal.endPosition()) await(answer(new Write.Missing()));
    }

    static Waiting answered(Write write) {
        var answer = new Waiting(write, 0);
        answer.acknowledge();
        return answer;
    }

    /** Waits until there is room for another write, for at most this long. Returns null if there is room. */
    @Nullable
    Write awaitRoom(Duration longest) {
        if (!waitsForSync || isAcknowledging()) return null;
        synchronized (this) {
            if (hasRoom()) return null;
            long until = System.nanoTime() + longest.toNanos();
            while (!hasRoom() && stopped == null) {
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
    }

    private boolean hasRoom() {
        return waiting.size() < MOST_WAITING && waitingBytes < MOST_WAITING_BYTES;
    }

    private boolean isAcknowledging() {
        return Thread.currentThread().equals(acknowledging);
    }

    /**
     * @throws IllegalStateException if the calling thread would wait for itself
     */
    void requireMayWait() {
        if (isAcknowledging()) {
            throw new IllegalStateException(
                    "code that runs on the acknowledging thread cannot wait for another acknowledgement");
        }
    }

    /** Waits for the acknowledgement. */
    Write await(Waiting entered) {
        requireMayWait();
        try {
            return entered.join();
        } catch (CompletionException failure) {
            // A new exception, so that its stack trace shows the waiting caller.
            if (failure.getCause() instanceof StorageException stopped) throw stopped.again();
            throw failure;
        }
    }

    private void acknowledgeUntilClosed() {
        List<Waiting> batch = new ArrayList<>();
        while (awaitSignal()) {
            long synced = journal.syncedPosition();
            Throwable failure = failed;
            synchronized (this) {
                while (!waiting.isEmpty() && waiting.element().behind <= synced) take(batch);
                isSyncRequested = false;
                if (failure == null && !closing && !waiting.isEmpty()) requestSync();
                notifyAll();
            }
            batch.forEach(Waiting::show);
            if (!batch.isEmpty()) shown = batch.getLast().behind;
            batch.forEach(Waiting::acknowledge);
            batch.clear();
            if (failure != null) stop(failure);
        }
        stop(new IOException("the documents are closed"));
    }

    private void take(List<Waiting> batch) {
        Waiting next = waiting.remove();
        waitingBytes -= next.sizeBytes;
        batch.add(next);
    }

    /**
     * @return false once this is closed and no result is waiting
     */
    private boolean awaitSignal() {
        if (isOver()) return false;
        synchronized (signal) {
            while (!isSignalled) {
                try {
                    signal.wait();
                } catch (InterruptedException _) {
                    // Interrupts mean nothing to this thread; close() ends it.
                }
            }
            isSignalled = false;
        }
        return true;
    }

    /**
     * Returns whether the thread may end. {@link #close} signals after it sets the flag, so a check before waiting is
     * enough.
     */
    private synchronized boolean isOver() {
        return closing && (waiting.isEmpty() || failed != null);
    }

    private void stop(Throwable why) {
        List<Waiting> left = new ArrayList<>();
        StorageException cause;
        synchronized (this) {
            if (stopped == null) stopped = StorageException.stopped(why);
            cause = stopped;
            left.addAll(waiting);
            waiting.clear();
            waitingBytes = 0;
            notifyAll();
        }
        left.forEach(each -> each.completeExceptionally(cause));
    }

    /** Stops accepting writes, acknowledges what is synced or still can be, and ends the thread. */
    @Override
    public void close() {
        if (isAcknowledging()) throw new IllegalStateException("the acknowledging thread cannot close the documents");
        synchronized (this) {
            if (stopped == null) stopped = StorageException.stopped(new IOException("the documents are closed"));
            closing = true;
        }
        // If this sync does not cover what was appended before, no later one will.
        var _ = journal.whenAllSynced().whenComplete((_, failure) -> signalSynced(failure));
        boolean interrupted = false;
        while (acknowledging.isAlive()) {
            try {
                acknowledging.join();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}

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
 * The journal as documents use it: what was appended is shown and acknowledged in the same order, on a thread of its own,
 * once it is on the disk; or at once, where the server was told not to wait. Whoever appends holds this log's monitor
 * from taking a sequence until it is appended.
 */
final class DocumentLog implements Closeable {
    /** What waits for the disk: a write, or an answer about a version that is not on it yet. */
    static class Waiting extends CompletableFuture<Write> {
        private final Write outcome;
        private final int sizeBytes;
        /** Everything before this position has to be there. */
        private long behind;

        Waiting(Write outcome, int sizeBytes) {
            this.outcome = outcome;
            this.sizeBytes = sizeBytes;
        }

        /** Lets everybody see it; called once, in the order of the journal. */
        void show() {}

        private void acknowledge() {
            complete(outcome);
        }
    }

    /** Has it on the disk that something was stored. */
    @FunctionalInterface
    interface FirstStored {
        void tell() throws IOException;
    }

    private static final int MOST_WAITING = 1 << 16;
    private static final long MOST_WAITING_BYTES = 64 << 20;

    private final Journal journal;
    private final boolean waitsForSync;
    private final Thread acknowledging;
    private @Nullable FirstStored first;

    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private long waitingBytes;
    /** Whether a sync was asked for that has not been told of. */
    private boolean asked;

    private boolean closing;
    private @Nullable StorageException stopped;
    private volatile long shown;

    /** Guarded by itself. */
    private final Object news = new Object();

    private boolean isTold;
    /** Why a sync failed, after which there are no more. */
    private volatile @Nullable Throwable failed;

    /** @param first told once of the first entry, before it is acknowledged; null where there are some already */
    DocumentLog(Journal journal, SyncPolicy sync, @Nullable FirstStored first) {
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

    /** Before this position everything can be seen. */
    long shown() {
        return shown;
    }

    /**
     * Appends an entry; this log's monitor is held, and what it stands for is {@linkplain #add added} before it is let go.
     *
     * @return its position
     * @throws StorageException where nothing was written
     */
    long append(int type, ByteBuffer payload) {
        if (stopped != null) throw stopped;
        long position;
        try {
            position = journal.append(type, payload);
        } catch (IOException failure) {
            throw new StorageException("nothing was stored: " + failure.getMessage(), failure);
        }
        if (first != null) begin(first);
        return position;
    }

    /** The entry is there, and must not be followed by one with its sequence where this fails. */
    private void begin(FirstStored beginning) {
        try {
            beginning.tell();
            first = null;
        } catch (IOException failure) {
            stopped = new StorageException("nothing was stored: " + failure.getMessage(), failure);
            throw stopped;
        }
    }

    /** Something that everything appended before it has to be on the disk for. This log's monitor is held. */
    void add(Waiting added) {
        if (waitsForSync) {
            added.behind = journal.endPosition();
            waiting.add(added);
            waitingBytes += added.sizeBytes;
            if (!asked) ask();
        } else {
            added.show();
            shown = journal.endPosition();
            added.acknowledge();
        }
    }

    private void ask() {
        asked = true;
        var _ = journal.whenAllSynced().whenComplete((_, failure) -> tell(failure));
    }

    private void tell(@Nullable Throwable failure) {
        synchronized (news) {
            if (failure != null) failed = failure;
            isTold = true;
            news.notifyAll();
        }
    }

    /** An answer that may rest on something that is not on the disk yet. */
    Waiting answer(Write write) {
        var answer = new Waiting(write, 0);
        synchronized (this) {
            if (stopped != null) throw stopped;
            add(answer);
        }
        return answer;
    }

    /** Waits until all that was appended before can be seen. */
    void settle() {
        // Often it can already, and then that holds after the disk has failed too.
        if (shown < journal.endPosition()) await(answer(new Write.Missing()));
    }

    static Waiting answered(Write write) {
        var answer = new Waiting(write, 0);
        answer.acknowledge();
        return answer;
    }

    /** Waits until there is room for one more, for so long at most. @return null where there is */
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

    /** @throws IllegalStateException where it would wait for itself */
    void requireMayWait() {
        if (isAcknowledging()) {
            throw new IllegalStateException("what an acknowledgement has called cannot wait for another one");
        }
    }

    /** Waits until it is acknowledged. */
    Write await(Waiting entered) {
        requireMayWait();
        try {
            return entered.join();
        } catch (CompletionException failure) {
            // A new one, so that it shows who waited.
            if (failure.getCause() instanceof StorageException stopped) throw stopped.again();
            throw failure;
        }
    }

    private void acknowledgeUntilClosed() {
        List<Waiting> batch = new ArrayList<>();
        while (awaitNews()) {
            long synced = journal.syncedPosition();
            Throwable failure = failed;
            synchronized (this) {
                while (!waiting.isEmpty() && waiting.element().behind <= synced) take(batch);
                asked = false;
                if (failure == null && !closing && !waiting.isEmpty()) ask();
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

    /** @return false once this is closed and nothing waits any more */
    private boolean awaitNews() {
        if (isOver()) return false;
        synchronized (news) {
            while (!isTold) {
                try {
                    news.wait();
                } catch (InterruptedException _) {
                    // Nobody interrupts this thread to say something; it ends by close.
                }
            }
            isTold = false;
        }
        return true;
    }

    /** Whoever closes this tells of it after that, so asking before waiting is enough. */
    private synchronized boolean isOver() {
        return closing && (waiting.isEmpty() || failed != null);
    }

    private void stop(Throwable why) {
        List<Waiting> left = new ArrayList<>();
        StorageException told;
        synchronized (this) {
            if (stopped == null) stopped = StorageException.stopped(why);
            told = stopped;
            left.addAll(waiting);
            waiting.clear();
            waitingBytes = 0;
            notifyAll();
        }
        left.forEach(each -> each.completeExceptionally(told));
    }

    /** Takes nothing more, acknowledges what is synced by now or can be, and ends. */
    @Override
    public void close() {
        if (isAcknowledging()) throw new IllegalStateException("documents are not closed by what they acknowledge");
        synchronized (this) {
            if (stopped == null) stopped = StorageException.stopped(new IOException("the documents are closed"));
            closing = true;
        }
        // What was appended before is synced by now or never.
        var _ = journal.whenAllSynced().whenComplete((_, failure) -> tell(failure));
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

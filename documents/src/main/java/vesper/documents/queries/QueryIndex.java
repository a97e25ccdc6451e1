package vesper.documents.queries;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.lucene.store.AlreadyClosedException;
import org.jspecify.annotations.Nullable;

/**
 * An index over the current versions of a collection. Its own thread follows the collection, so writers never wait for
 * it. Changes become visible at most once per {@link IndexPolicy#refresh}, and {@link #status} reports the lag. The
 * index is made from the documents alone: if its folder is missing, damaged, or of another life of the collection, it
 * is built again. {@link #rebuild} builds it again on request, while the old one still answers. Any thread may call any
 * method.
 *
 * <p>If the disk fails, searches still find what was visible; writing is retried every few seconds.
 */
public final class QueryIndex implements Closeable {
    /** Bound on a step, because closing waits for one. */
    private static final Duration LONGEST_STEP = Duration.ofMillis(50);

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_OPENING = Duration.ofSeconds(10);

    private final GenerationSwitch generations;
    private final IndexSource source;
    private final InstantSource clock;
    private final Thread thread;

    /** Counted down once the indexing thread has looked at the folder. Searches are rare that early. */
    private final CountDownLatch opened = new CountDownLatch(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();

    private volatile boolean isClosing;
    /** The last time at which all changes were visible. */
    private volatile long levelMillis;

    private QueryIndex(Path folder, IndexSource source, IndexPolicy policy, InstantSource clock) {
        this.generations = new GenerationSwitch(folder, source, policy);
        this.source = source;
        this.clock = clock;
        this.levelMillis = clock.millis();
        this.thread = Thread.ofPlatform()
                .name("index " + folder.getFileName())
                .daemon()
                .unstarted(this::follow);
    }

    /**
     * Starts to open the index in the folder, or to build it if the folder has none. Searches wait until it is open.
     */
    public static QueryIndex open(Path folder, IndexSource source, IndexPolicy policy, InstantSource clock) {
        var index = new QueryIndex(folder, source, policy, clock);
        index.thread.start();
        return index;
    }

    private void awaitOpening() {
        try {
            boolean _ = opened.await(LONGEST_OPENING.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            // The caller continues with the present state.
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs a search. It does not find changes that are not visible yet.
     *
     * @throws QueryException if too many words may end a phrase
     * @throws DamagedIndexException if files cannot be read; the index is then rebuilt
     */
    public SearchResult search(Search search, SearchBounds bounds)
            throws QueryException, IndexNotReadyException, IOException {
        StopCheck stop = bounds.start();
        awaitOpening();
        while (true) {
            GenerationUpdater searched = generations.serving();
            if (searched == null) throw new IndexNotReadyException(status());
            try {
                return searched.generation().run(search, stop);
            } catch (AlreadyClosedException closed) {
                // Another generation has replaced this one during the search, unless the index is closed.
                if (generations.serving() == searched) throw closed;
            } catch (DamagedIndexException damage) {
                generations.damaged(damage);
                throw damage;
            }
        }
    }

    /** Waits until all changes up to this sequence are visible, for at most this long. Returns whether they are. */
    public boolean await(long sequence, Duration longestWait) throws InterruptedException {
        long left = longestWait.toNanos();
        lock.lockInterruptibly();
        try {
            while (generations.visible() < sequence) {
                if (left <= 0 || isClosing) return false;
                left = moved.awaitNanos(left);
            }
            return generations.visible() >= 0;
        } finally {
            lock.unlock();
        }
    }

    /** Rebuilds the index from the documents. The old one answers until that is done. */
    public void rebuild() {
        generations.rebuild();
    }

    public IndexStatus status() {
        awaitOpening();
        GenerationUpdater searched = generations.serving();
        long visible = searched == null ? 0 : searched.visible();
        long lag = Math.max(0, source.sequence() - visible);
        boolean isLevel = searched != null && lag == 0;
        return new IndexStatus(
                searched != null,
                visible,
                lag,
                isLevel ? 0 : Math.max(0, clock.millis() - levelMillis),
                documents(searched),
                generations.isBuilding(),
                generations.trouble());
    }

    private static long documents(@Nullable GenerationUpdater searched) {
        try {
            return searched == null ? 0 : searched.generation().documents();
        } catch (AlreadyClosedException _) {
            return 0;
        } catch (IOException impossible) {
            throw new UncheckedIOException("cannot count documents in memory", impossible);
        }
    }

    private void follow() {
        try {
            generations.open();
        } finally {
            opened.countDown();
            // The index may already have the changes that callers wait for.
            signalMoved();
        }
        while (!isClosing) {
            long before = generations.visible();
            try {
                if (!generations.step(LONGEST_STEP)) pause();
            } catch (InterruptedException _) {
                // No other code knows this thread, so the program is ending; close() will follow soon.
                isClosing = true;
            } catch (Throwable failure) {
                // If this thread ended, no later change would ever be found.
                generations.failed(failure);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
            if (generations.visible() != before) signalMoved();
            if (source.sequence() == generations.visible()) levelMillis = clock.millis();
        }
        generations.close();
        signalMoved();
    }

    /** Waits until there may be something to do. */
    private void pause() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = LONGEST_STEP.toNanos();
            while (left > 0 && !isClosing) left = moved.awaitNanos(left);
        } finally {
            lock.unlock();
        }
    }

    private void signalMoved() {
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Commits what is visible. Running searches complete. */
    @Override
    public void close() {
        isClosing = true;
        signalMoved();
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(1));
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) Thread.currentThread().interrupt();
    }
}

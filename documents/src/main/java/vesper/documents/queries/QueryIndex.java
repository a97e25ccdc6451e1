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
 * What the current versions of a collection are found by. A thread of its own follows the collection: writers never wait
 * for it, changes become visible at most once in {@link IndexPolicy#refresh}, and {@link #status} says how far it is
 * behind. It is made of the documents alone: a folder that is missing, damaged, or of another life of the collection is
 * filled anew, and so is a sound one by {@link #rebuild}, while the old one answers. Any thread may call any method.
 *
 * <p>Where the disk fails, what could be found can still be found; writing is tried again every few seconds.
 */
public final class QueryIndex implements Closeable {
    /** Closing waits for it. */
    private static final Duration LONGEST_STEP = Duration.ofMillis(50);

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_OPENING = Duration.ofSeconds(10);

    private final Succession succession;
    private final IndexSource source;
    private final InstantSource clock;
    private final Thread thread;

    /** What is in the folder is looked at by the thread that follows, and asked for seldom as soon as that. */
    private final CountDownLatch opened = new CountDownLatch(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();

    private volatile boolean isClosing;
    /** When all changes could be found last. */
    private volatile long levelMillis;

    private QueryIndex(Path folder, IndexSource source, IndexPolicy policy, InstantSource clock) {
        this.succession = new Succession(folder, source, policy);
        this.source = source;
        this.clock = clock;
        this.levelMillis = clock.millis();
        this.thread = Thread.ofPlatform()
                .name("index " + folder.getFileName())
                .daemon()
                .unstarted(this::follow);
    }

    /**
     * Begins to open what is in the folder, for which whoever asks waits; where there is nothing, it is made.
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
            // It is told of what there is.
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What is found now; changes that are not visible yet are not among it.
     *
     * @throws QueryException where a phrase ends in what too many words begin with
     * @throws DamagedIndexException where files cannot be read; the index is made anew
     */
    public SearchResult search(Search search, SearchBounds bounds)
            throws QueryException, IndexNotReadyException, IOException {
        StopCheck stop = bounds.start();
        awaitOpening();
        while (true) {
            Follower searched = succession.serving();
            if (searched == null) throw new IndexNotReadyException(status());
            try {
                return searched.generation().run(search, stop);
            } catch (AlreadyClosedException closed) {
                // Another one has taken its place meanwhile, unless all is closed.
                if (succession.serving() == searched) throw closed;
            } catch (DamagedIndexException damage) {
                succession.damaged(damage);
                throw damage;
            }
        }
    }

    /** Waits until all changes up to this sequence can be found, for at most this long; whether they can. */
    public boolean await(long sequence, Duration longestWait) throws InterruptedException {
        long left = longestWait.toNanos();
        lock.lockInterruptibly();
        try {
            while (succession.visible() < sequence) {
                if (left <= 0 || isClosing) return false;
                left = moved.awaitNanos(left);
            }
            return succession.visible() >= 0;
        } finally {
            lock.unlock();
        }
    }

    /** Makes it anew from the documents; until that is done the old one answers. */
    public void rebuild() {
        succession.rebuild();
    }

    public IndexStatus status() {
        awaitOpening();
        Follower searched = succession.serving();
        long visible = searched == null ? 0 : searched.visible();
        long lag = Math.max(0, source.sequence() - visible);
        boolean isLevel = searched != null && lag == 0;
        return new IndexStatus(
                searched != null,
                visible,
                lag,
                isLevel ? 0 : Math.max(0, clock.millis() - levelMillis),
                documents(searched),
                succession.isBuilding(),
                succession.trouble());
    }

    private static long documents(@Nullable Follower searched) {
        try {
            return searched == null ? 0 : searched.generation().documents();
        } catch (AlreadyClosedException _) {
            return 0;
        } catch (IOException impossible) {
            throw new UncheckedIOException("counting documents in memory", impossible);
        }
    }

    private void follow() {
        try {
            succession.open();
        } finally {
            opened.countDown();
        }
        while (!isClosing) {
            long before = succession.visible();
            try {
                if (!succession.step(LONGEST_STEP)) rest();
            } catch (InterruptedException _) {
                // Nobody else knows this thread, so somebody ends the program; closing comes soon.
                isClosing = true;
            } catch (Throwable failure) {
                // Were it the end of this thread, nothing that is stored from now on would ever be found.
                succession.failed(failure);
                LockSupport.parkNanos(PAUSE.toNanos());
            }
            if (succession.visible() != before) tell();
            if (source.sequence() == succession.visible()) levelMillis = clock.millis();
        }
        succession.end();
        tell();
    }

    /** Until there may be something to do. */
    private void rest() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = LONGEST_STEP.toNanos();
            while (left > 0 && !isClosing) left = moved.awaitNanos(left);
        } finally {
            lock.unlock();
        }
    }

    private void tell() {
        lock.lock();
        try {
            moved.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Commits what is visible. Searches that are under way end with what they find. */
    @Override
    public void close() {
        isClosing = true;
        tell();
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

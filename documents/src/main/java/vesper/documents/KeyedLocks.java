package vesper.documents;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Locks by key, each held while a function runs. A key that no thread holds costs nothing. A thread whose wait would
 * close a circle is refused at once, any other one when its time limit is over.
 */
final class KeyedLocks<K> {
    /** A lock that a thread holds until it releases it. */
    static final class KeyLock {
        private final Thread owner = Thread.currentThread();
        private final CountDownLatch released = new CountDownLatch(1);
    }

    /**
     * The locks for which threads wait. All collections of a server share it, since a circle may go through several of
     * them.
     */
    static final class LockWaits {
        private final ConcurrentHashMap<Thread, KeyLock> awaited = new ConcurrentHashMap<>();

        private boolean hasCycle() {
            Thread me = Thread.currentThread();
            KeyLock next = awaited.get(me);
            // Other threads start and stop waiting at any time, so a circle may be missed; the time limit ends it.
            for (int steps = 0; next != null && steps < 1000; steps++) {
                if (next.owner.equals(me)) return true;
                next = awaited.get(next.owner);
            }
            return false;
        }
    }

    private final ConcurrentHashMap<K, KeyLock> held = new ConcurrentHashMap<>();
    private final LockWaits lockWaits;

    KeyedLocks(LockWaits lockWaits) {
        this.lockWaits = lockWaits;
    }

    /** Returns the lock that another thread holds for a key, or null. */
    @Nullable
    KeyLock heldByOther(K key) {
        if (held.isEmpty()) return null;
        KeyLock lock = held.get(key);
        if (lock != null && lock.owner.equals(Thread.currentThread())) {
            throw new IllegalStateException("an update of " + key + " must return its change, not write it");
        }
        return lock;
    }

    /**
     * Acquires the lock for the calling thread. Returns the reason if it failed, else null; then {@link #release}
     * ends it.
     */
    @Nullable
    Write acquire(K key, RequestDeadline deadline) {
        var mine = new KeyLock();
        RequestDeadline started = deadline;
        while (true) {
            KeyLock other = held.putIfAbsent(key, mine);
            if (other == null) return null;
            if (other.owner.equals(mine.owner)) {
                throw new IllegalStateException("an update of " + key + " within another one would deadlock");
            }
            started = started.started();
            Write failure = await(other, started);
            if (failure != null) return failure;
        }
    }

    void release(K key) {
        KeyLock mine = held.remove(key);
        if (mine != null) mine.released.countDown();
    }

    /**
     * Waits until a lock is released.
     *
     * @param deadline that has begun
     * @return null once that turn has ended
     */
    @Nullable
    Write await(KeyLock other, RequestDeadline deadline) {
        Thread me = Thread.currentThread();
        lockWaits.awaited.put(me, other);
        try {
            if (lockWaits.hasCycle()) return new Write.Deadlocked();
            for (long left = deadline.remainingNanos(); left > 0; left = deadline.remainingNanos()) {
                if (other.released.await(left, TimeUnit.NANOSECONDS)) return null;
            }
            return new Write.Busy();
        } catch (InterruptedException _) {
            me.interrupt();
            return new Write.Busy();
        } finally {
            lockWaits.awaited.remove(me);
        }
    }
}

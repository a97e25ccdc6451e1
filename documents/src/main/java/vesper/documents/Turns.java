package vesper.documents;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Locks by key, each held while a function runs. A key that no thread holds costs nothing. A thread whose wait would
 * close a circle is refused at once, any other one when its time limit is over.
 */
final class Turns<K> {
    /** A lock that a thread holds until it ends the turn. */
    static final class Turn {
        private final Thread owner = Thread.currentThread();
        private final CountDownLatch ended = new CountDownLatch(1);
    }

    /**
     * The turns for which threads wait. All collections of a server share it, since a circle may go through several of
     * them.
     */
    static final class Waiting {
        private final ConcurrentHashMap<Thread, Turn> turns = new ConcurrentHashMap<>();

        private boolean isCircle() {
            Thread me = Thread.currentThread();
            Turn next = turns.get(me);
            // Other threads start and stop waiting at any time, so a circle may be missed; the time limit ends it.
            for (int steps = 0; next != null && steps < 1000; steps++) {
                if (next.owner.equals(me)) return true;
                next = turns.get(next.owner);
            }
            return false;
        }
    }

    private final ConcurrentHashMap<K, Turn> turns = new ConcurrentHashMap<>();
    private final Waiting waiting;

    Turns(Waiting waiting) {
        this.waiting = waiting;
    }

    /** Returns the turn that another thread has with a key, or null. */
    @Nullable
    Turn of(K key) {
        if (turns.isEmpty()) return null;
        Turn turn = turns.get(key);
        if (turn != null && turn.owner.equals(Thread.currentThread())) {
            throw new IllegalStateException("what is done with " + key + " in its own turn is what that returns");
        }
        return turn;
    }

    /**
     * Waits for a turn of the calling thread. Returns the reason why it got none, or null if it did; then {@link #end}
     * ends it.
     */
    @Nullable
    Write take(K key, Patience patience) {
        var mine = new Turn();
        Patience begun = patience;
        while (true) {
            Turn other = turns.putIfAbsent(key, mine);
            if (other == null) return null;
            if (other.owner.equals(mine.owner)) {
                throw new IllegalStateException("an update of " + key + " within one would wait for itself");
            }
            begun = begun.begun();
            Write gaveUp = await(other, begun);
            if (gaveUp != null) return gaveUp;
        }
    }

    void end(K key) {
        Turn mine = turns.remove(key);
        if (mine != null) mine.ended.countDown();
    }

    /**
     * Waits until a turn ends.
     *
     * @param patience that has begun
     * @return null once that turn has ended
     */
    @Nullable
    Write await(Turn other, Patience patience) {
        Thread me = Thread.currentThread();
        waiting.turns.put(me, other);
        try {
            if (waiting.isCircle()) return new Write.Deadlocked();
            for (long left = patience.leftNanos(); left > 0; left = patience.leftNanos()) {
                if (other.ended.await(left, TimeUnit.NANOSECONDS)) return null;
            }
            return new Write.Busy();
        } catch (InterruptedException _) {
            me.interrupt();
            return new Write.Busy();
        } finally {
            waiting.turns.remove(me);
        }
    }
}

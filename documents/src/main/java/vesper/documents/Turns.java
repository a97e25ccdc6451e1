package vesper.documents;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is with what may be used by one at a time for as long as a function runs. Costs nothing for what nobody
 * has a turn with. Who waits for somebody that waits for them gives way at once, and anybody else after a time.
 */
final class Turns<K> {
    /** Held by a thread until it ends. */
    static final class Turn {
        private final Thread owner = Thread.currentThread();
        private final CountDownLatch ended = new CountDownLatch(1);
    }

    /** Whom threads wait for; of all turns of a server, since a circle may go through several collections. */
    static final class Waiting {
        private final ConcurrentHashMap<Thread, Turn> turns = new ConcurrentHashMap<>();

        private boolean isCircle() {
            Thread me = Thread.currentThread();
            Turn next = turns.get(me);
            // Others come and go meanwhile, so this may go astray; the bound on waiting ends that too.
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

    /** The turn that somebody has; null where nobody does. */
    @Nullable
    Turn of(K key) {
        if (turns.isEmpty()) return null;
        Turn turn = turns.get(key);
        if (turn != null && turn.owner.equals(Thread.currentThread())) {
            throw new IllegalStateException("what is done with " + key + " in its own turn is what that returns");
        }
        return turn;
    }

    /** Waits for a turn of one's own. @return why there is none; null where there is, to be {@link #end ended} */
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

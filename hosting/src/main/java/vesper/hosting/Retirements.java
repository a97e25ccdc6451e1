package vesper.hosting;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaced code on its way out. It is collected while a change goes on and let go when that is done, what was replaced
 * last first: a package that depends on another is replaced after it and stopped before it. What fails is logged, and
 * the next is let go.
 */
final class Retirements {
    private static final Logger LOG = LoggerFactory.getLogger(Retirements.class);

    /** By the thread that makes the change: of changes that go on at once, each lets go of its own. */
    private final Map<Thread, Deque<Retiring>> collected = new HashMap<>();

    private final Set<Thread> letting = ConcurrentHashMap.newKeySet();

    private record Retiring(
            RunningServices services, @Nullable Generation code) {
        void letGo() {
            try {
                services.stop();
            } finally {
                if (code != null) Retirement.forget(code);
            }
        }
    }

    /**
     * Takes services that serve no more.
     *
     * @param code what is not used any more either, null where it is
     */
    synchronized void add(RunningServices services, @Nullable Generation code) {
        Retiring retiring = new Retiring(services, code);
        services.endStreams();
        if (services.isQuiet()) retiring.letGo();
        else
            collected
                    .computeIfAbsent(Thread.currentThread(), _ -> new ArrayDeque<>())
                    .push(retiring);
    }

    /** Lets go of what this thread's change has collected, on a thread of its own: requests in flight may take a while. */
    synchronized void begin() {
        Deque<Retiring> leaving = collected.remove(Thread.currentThread());
        if (leaving == null) return;
        Thread thread = Thread.ofPlatform().daemon().name("packages-retire").unstarted(() -> letGo(leaving));
        letting.add(thread);
        thread.start();
    }

    private void letGo(Deque<Retiring> leaving) {
        try {
            leaving.forEach(Retirements::letGo);
        } finally {
            letting.remove(Thread.currentThread());
        }
    }

    private static void letGo(Retiring retiring) {
        try {
            retiring.letGo();
        } catch (Throwable t) {
            LOG.error("replaced code could not be let go", t);
        }
    }

    boolean isIdle() {
        return letting.isEmpty();
    }

    /** Waits until all is let go that was to be, at most this long; says whether it is. */
    boolean awaitIdle(Duration longest) {
        long deadline = System.nanoTime() + longest.toNanos();
        try {
            for (Thread thread : letting) {
                Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
                if (!thread.join(left)) return false;
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

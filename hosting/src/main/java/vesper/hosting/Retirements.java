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
 * Replaced code that is to be released. It is collected during a change and released after it, in reverse order of
 * replacement: a dependent is replaced after its dependency and must be stopped before it. A failure is logged, and the
 * release continues with the next code.
 */
final class Retirements {
    private static final Logger LOG = LoggerFactory.getLogger(Retirements.class);

    /** The collected code by the thread that makes the change. Concurrent changes release only their own. */
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
     * Adds services that no longer serve.
     *
     * @param code the code that is no longer used either; null if it still is
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

    /**
     * Releases the code that this thread's change has collected. Uses a separate thread, since requests in flight may
     * take a while.
     */
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

    /** Waits until all code is released, at most this long. Returns whether that is so. */
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

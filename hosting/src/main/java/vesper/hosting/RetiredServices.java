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
final class RetiredServices {
    private static final Logger LOG = LoggerFactory.getLogger(RetiredServices.class);

    /** The collected code by the thread that makes the change. Concurrent changes release only their own. */
    private final Map<Thread, Deque<RetiredCode>> collected = new HashMap<>();

    private final Set<Thread> releasing = ConcurrentHashMap.newKeySet();

    private record RetiredCode(
            RunningServices services, @Nullable PackageGeneration code) {
        void release() {
            try {
                services.stop();
            } finally {
                if (code != null) GenerationRelease.release(code);
            }
        }
    }

    /**
     * Adds services that no longer serve.
     *
     * @param code the code that is no longer used either; null if it still is
     */
    synchronized void add(RunningServices services, @Nullable PackageGeneration code) {
        RetiredCode retired = new RetiredCode(services, code);
        services.endStreams();
        if (services.isIdle()) retired.release();
        else
            collected
                    .computeIfAbsent(Thread.currentThread(), _ -> new ArrayDeque<>())
                    .push(retired);
    }

    /**
     * Releases the code that this thread's change has collected. Uses a separate thread, since requests in flight may
     * take a while.
     */
    synchronized void releaseCollected() {
        Deque<RetiredCode> leaving = collected.remove(Thread.currentThread());
        if (leaving == null) return;
        Thread thread = Thread.ofPlatform().daemon().name("packages-retire").unstarted(() -> release(leaving));
        releasing.add(thread);
        thread.start();
    }

    private void release(Deque<RetiredCode> leaving) {
        try {
            leaving.forEach(RetiredServices::release);
        } finally {
            releasing.remove(Thread.currentThread());
        }
    }

    private static void release(RetiredCode retired) {
        try {
            retired.release();
        } catch (Throwable t) {
            LOG.error("could not release replaced code", t);
        }
    }

    boolean isIdle() {
        return releasing.isEmpty();
    }

    /** Waits until all code is released, at most this long. Returns whether that is so. */
    boolean awaitIdle(Duration max) {
        long deadline = System.nanoTime() + max.toNanos();
        try {
            for (Thread thread : releasing) {
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

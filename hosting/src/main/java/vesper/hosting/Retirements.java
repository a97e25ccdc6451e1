package vesper.hosting;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Replaced code on its way out. It is collected while a change goes on and let go when that is done, what was replaced
 * last first: a package that depends on another is replaced after it and stopped before it.
 */
final class Retirements {
    private final Deque<Retiring> collected = new ArrayDeque<>();
    private final Set<Thread> letting = ConcurrentHashMap.newKeySet();

    private record Retiring(
            RunningServices services, @Nullable Generation code) {
        void letGo() {
            services.stop();
            if (code != null) Retirement.forget(code);
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
        else collected.push(retiring);
    }

    /** Lets go of what was collected, on a thread of its own: requests in flight may take a while. */
    synchronized void begin() {
        if (collected.isEmpty()) return;
        Deque<Retiring> leaving = new ArrayDeque<>(collected);
        collected.clear();
        Thread thread = Thread.ofPlatform().daemon().name("packages-retire").unstarted(() -> letGo(leaving));
        letting.add(thread);
        thread.start();
    }

    private void letGo(Deque<Retiring> leaving) {
        leaving.forEach(Retiring::letGo);
        letting.remove(Thread.currentThread());
    }

    boolean isIdle() {
        return letting.isEmpty();
    }
}

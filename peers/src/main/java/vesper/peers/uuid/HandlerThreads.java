package vesper.peers.uuid;

import java.util.Locale;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** The threads on which requests are handled. */
enum HandlerThreads {
    /** A virtual thread for each request; the platform threads of the pool select and accept. */
    VIRTUAL(InvocationType.BLOCKING),
    /** Threads of the pool. */
    PLATFORM(InvocationType.BLOCKING),
    /** The selector threads, without a hand-over. */
    EVENT_LOOP(InvocationType.NON_BLOCKING);

    private final InvocationType invocation;

    HandlerThreads(InvocationType invocation) {
        this.invocation = invocation;
    }

    String flag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the type that a handler must declare so that Jetty calls it on these threads. */
    InvocationType invocation() {
        return invocation;
    }

    /**
     * Returns a pool that has not been started.
     *
     * @param max largest number of threads, and of requests that are handled at the same time
     */
    QueuedThreadPool pool(int max) {
        if (this != VIRTUAL) return new QueuedThreadPool(max);
        var pool = new QueuedThreadPool();
        var virtual = new VirtualThreadPool();
        virtual.setMaxConcurrentTasks(max);
        pool.setVirtualThreadsExecutor(virtual);
        return pool;
    }
}

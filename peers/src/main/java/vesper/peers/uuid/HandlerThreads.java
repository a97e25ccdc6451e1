package vesper.peers.uuid;

import java.util.Locale;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/** What threads requests are handled on. */
enum HandlerThreads {
    /** A virtual thread for each request; the platform threads of the pool select and accept. */
    VIRTUAL(InvocationType.BLOCKING),
    /** Threads of the pool. */
    PLATFORM(InvocationType.BLOCKING),
    /** The threads that select, without handing over. */
    EVENT_LOOP(InvocationType.NON_BLOCKING);

    private final InvocationType invocation;

    HandlerThreads(InvocationType invocation) {
        this.invocation = invocation;
    }

    String flag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What a handler has to say of itself, so that Jetty calls it on these. */
    InvocationType invocation() {
        return invocation;
    }

    /**
     * A pool that has not been started.
     *
     * @param most how many requests are handled at once, and threads there may be
     */
    QueuedThreadPool pool(int most) {
        if (this != VIRTUAL) return new QueuedThreadPool(most);
        var pool = new QueuedThreadPool();
        var virtual = new VirtualThreadPool();
        virtual.setMaxConcurrentTasks(most);
        pool.setVirtualThreadsExecutor(virtual);
        return pool;
    }
}

package vesper.http;

import io.netty.channel.EventLoop;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import java.util.Set;
import java.util.concurrent.Executor;

/**
 * Netty's event loops, each of which looks for what has come after {@value #TASKS_MILLIS} ms of tasks. Netty's own do
 * tasks for a second before that, as long as there are any: one stream whose writer and loop wake each other by tasks
 * would keep every other connection of its loop waiting for that second. New connections go to each in turn, but not to
 * one that a handler holds while another is free.
 */
final class EventLoops extends MultiThreadIoEventLoopGroup {
    private static final long TASKS_MILLIS = 1;

    private final Set<EventLoop> held;

    /** @param held the loops that a handler holds just now; another thread changes it */
    EventLoops(int threads, String name, IoHandlerFactory transport, Set<EventLoop> held) {
        super(threads, new ThreadPerTaskExecutor(new DefaultThreadFactory(name)), transport);
        this.held = held;
    }

    @Override
    public IoEventLoop next() {
        IoEventLoop chosen = super.next();
        for (int others = held.isEmpty() ? 0 : executorCount() - 1; others > 0 && held.contains(chosen); others--) {
            chosen = super.next();
        }
        return chosen;
    }

    @Override
    protected IoEventLoop newChild(Executor executor, IoHandlerFactory transport, Object... none) {
        return new SingleThreadIoEventLoop(
                this, executor, transport, Integer.MAX_VALUE, RejectedExecutionHandlers.reject(), TASKS_MILLIS);
    }
}

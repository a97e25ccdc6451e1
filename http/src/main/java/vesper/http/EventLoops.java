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
 * Netty's event loops, each limited to {@value #TASKS_MILLIS} ms of tasks between polls of its sockets. Netty's default
 * is a second: one stream whose writer and loop keep waking each other with tasks would delay every other connection of
 * the loop for that second. New connections go to the loops in rotation, skipping loops held by a handler while another
 * is free.
 */
final class EventLoops extends MultiThreadIoEventLoopGroup {
    private static final long TASKS_MILLIS = 1;

    private final Set<EventLoop> held;

    /** @param held loops that a handler holds at the moment; another thread updates this set */
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

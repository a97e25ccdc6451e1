package vesper.http;

import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import io.netty.util.concurrent.ThreadPerTaskExecutor;
import java.util.concurrent.Executor;

/**
 * Netty's event loops, each of which looks for what has come after {@value #TASKS_MILLIS} ms of tasks. Netty's own do
 * tasks for a second before that, as long as there are any: one stream whose writer and loop wake each other by tasks
 * would keep every other connection of its loop waiting for that second.
 */
final class EventLoops extends MultiThreadIoEventLoopGroup {
    private static final long TASKS_MILLIS = 1;

    EventLoops(int threads, String name, IoHandlerFactory transport) {
        super(threads, new ThreadPerTaskExecutor(new DefaultThreadFactory(name)), transport);
    }

    @Override
    protected IoEventLoop newChild(Executor executor, IoHandlerFactory transport, Object... none) {
        return new SingleThreadIoEventLoop(
                this, executor, transport, Integer.MAX_VALUE, RejectedExecutionHandlers.reject(), TASKS_MILLIS);
    }
}

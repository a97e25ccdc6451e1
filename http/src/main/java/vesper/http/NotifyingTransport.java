package vesper.http;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A transport that notifies each {@link Loop} at the start and end of reading in an iteration. Requests that arrived
 * together are then handled together, without a task in between.
 */
final class NotifyingTransport implements IoHandlerFactory {
    private final IoHandlerFactory transport;
    private final IdentityHashMap<ThreadAwareExecutor, NotifyingHandler> made = new IdentityHashMap<>();

    NotifyingTransport(IoHandlerFactory transport) {
        this.transport = transport;
    }

    @Override
    public synchronized IoHandler newHandler(ThreadAwareExecutor executor) {
        NotifyingHandler handler = new NotifyingHandler(transport.newHandler(executor));
        made.put(executor, handler);
        return handler;
    }

    @Override
    public boolean isChangingThreadSupported() {
        return transport.isChangingThreadSupported();
    }

    /** Notifies this loop from its next iteration on. */
    synchronized void register(Loop loop) {
        NotifyingHandler handler = made.get(loop.eventLoop);
        if (handler == null) throw new IllegalStateException("an event loop that is not of this group");
        loop.eventLoop.execute(() -> handler.loop = loop);
    }

    private static final class NotifyingHandler implements IoHandler {
        private final IoHandler next;
        private @Nullable Loop loop;

        private NotifyingHandler(IoHandler next) {
            this.next = next;
        }

        @Override
        public int run(IoHandlerContext context) {
            Loop told = loop;
            if (told == null) return next.run(context);
            told.startReading(context.canBlock());
            try {
                return next.run(context);
            } finally {
                told.endReading();
            }
        }

        @Override
        public void initialize() {
            next.initialize();
        }

        @Override
        public void prepareToDestroy() {
            next.prepareToDestroy();
        }

        @Override
        public void destroy() {
            next.destroy();
        }

        @Override
        public IoRegistration register(IoHandle handle) throws Exception {
            return next.register(handle);
        }

        @Override
        public void wakeup() {
            next.wakeup();
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> handleType) {
            return next.isCompatible(handleType);
        }
    }
}

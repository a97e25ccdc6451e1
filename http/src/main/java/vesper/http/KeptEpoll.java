package vesper.http;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.util.concurrent.ThreadAwareExecutor;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Netty's epoll, which tells its {@link Loop} of each turn, kept from dropping a socket that waits for nothing at the moment.
 *
 * <p>Up to 4.2.18 at least, a registration without any interest is deleted from epoll but stays marked as added, so
 * the next interest fails with ENOENT. A client that closed its side while it was not being read ends up there, and
 * would never get the rest of a large answer. So no interest becomes interest in errors, which epoll always reports.
 */
final class KeptEpoll implements IoHandler {
    /** Makes one for each event loop, and finds it again by that. */
    static final class Factory implements IoHandlerFactory {
        private final IoHandlerFactory epoll = EpollIoHandler.newFactory();
        private final Map<ThreadAwareExecutor, KeptEpoll> made = new ConcurrentHashMap<>();

        @Override
        public IoHandler newHandler(ThreadAwareExecutor executor) {
            KeptEpoll handler = new KeptEpoll(epoll.newHandler(executor));
            made.put(executor, handler);
            return handler;
        }

        /** From now on this loop is told of its turns; called on its thread. */
        void tellTurns(Loop loop) {
            KeptEpoll handler = made.get(loop.eventLoop);
            if (handler != null) handler.loop = loop;
        }
    }

    private final IoHandler epoll;
    private @Nullable Loop loop;

    private KeptEpoll(IoHandler epoll) {
        this.epoll = epoll;
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        Loop told = loop;
        if (told == null) return epoll.run(context);
        told.readingBegins();
        try {
            return epoll.run(context);
        } finally {
            told.readingEnds();
        }
    }

    @Override
    public void prepareToDestroy() {
        epoll.prepareToDestroy();
    }

    @Override
    public void destroy() {
        epoll.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return new Kept(epoll.register(handle));
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return epoll.isCompatible(handleType);
    }

    private record Kept(IoRegistration registration) implements IoRegistration {
        @Override
        @SuppressWarnings("TypeParameterUnusedInFormals") // Netty declares it so
        public <T> T attachment() {
            return registration.attachment();
        }

        @Override
        public long submit(IoOps interest) {
            return registration.submit(EpollIoOps.NONE.equals(interest) ? EpollIoOps.EPOLLERR : interest);
        }

        @Override
        public boolean isValid() {
            return registration.isValid();
        }

        @Override
        public boolean cancel() {
            return registration.cancel();
        }
    }
}

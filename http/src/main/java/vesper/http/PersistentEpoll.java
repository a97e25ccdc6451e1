package vesper.http;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoOps;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollIoOps;

/**
 * Netty's epoll, wrapped so that a socket without any interest stays registered.
 *
 * <p>Netty, up to 4.2.18 at least, deletes a registration without interest from epoll but leaves it marked as added, so
 * that the next interest fails with ENOENT. A client that closed its side while it was not being read gets into this
 * state, and would never receive the rest of a large response. So no interest is replaced by interest in errors, which
 * epoll always reports.
 */
record PersistentEpoll(IoHandler epoll) implements IoHandler {
    static IoHandlerFactory factory() {
        IoHandlerFactory epoll = EpollIoHandler.newFactory();
        return executor -> new PersistentEpoll(epoll.newHandler(executor));
    }

    @Override
    public void initialize() {
        epoll.initialize();
    }

    @Override
    public int run(IoHandlerContext context) {
        return epoll.run(context);
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
        return new PersistentRegistration(epoll.register(handle));
    }

    @Override
    public void wakeup() {
        epoll.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return epoll.isCompatible(handleType);
    }

    private record PersistentRegistration(IoRegistration registration) implements IoRegistration {
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

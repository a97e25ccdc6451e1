package vesper.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.Socket;
import org.jspecify.annotations.Nullable;

/** The socket transport: Linux epoll through Netty's native library, or the JDK's if that is missing. */
public record Transport(
        IoHandlerFactory ioHandler,
        Class<? extends ServerSocketChannel> serverChannel,
        Class<? extends SocketChannel> clientChannel) {
    /** State of a fully closed socket, from Linux' {@code tcp_states.h}. */
    private static final int TCP_CLOSE = 7;

    /**
     * Returns whether a client that had closed its side has since reset the connection. There is no other sign of it:
     * epoll reports the reset again and again, and Netty has nothing to read or write that would show it.
     */
    static boolean isReset(SocketChannel channel) {
        return channel instanceof EpollSocketChannel epoll && epoll.isOpen() && stateOf(epoll) == TCP_CLOSE;
    }

    private static int stateOf(EpollSocketChannel channel) {
        return channel.tcpInfo().state();
    }

    /** Returns the socket below a channel, for code that bypasses its queue; null if it is not accessible. */
    static @Nullable Socket socket(SocketChannel channel) {
        return channel instanceof EpollSocketChannel epoll && epoll.fd() instanceof Socket socket ? socket : null;
    }

    /** Returns the best transport of this machine. */
    public static Transport best() {
        return Epoll.isAvailable()
                ? new Transport(PersistentEpoll.factory(), EpollServerSocketChannel.class, EpollSocketChannel.class)
                : new Transport(NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
    }
}

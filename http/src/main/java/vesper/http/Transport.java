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

/** How sockets are waited for: by Linux' epoll through Netty's native library, or by the JDK where that is missing. */
public record Transport(
        IoHandlerFactory ioHandler,
        Class<? extends ServerSocketChannel> serverChannel,
        Class<? extends SocketChannel> clientChannel) {
    /** The state of a socket that is closed for good, of Linux' {@code tcp_states.h}. */
    private static final int TCP_CLOSE = 7;

    /**
     * Whether a client that had closed its side has reset the connection since. Nothing else tells: epoll reports the
     * reset again and again, and Netty has nothing to read or write by which it would notice.
     */
    static boolean isReset(SocketChannel channel) {
        return channel instanceof EpollSocketChannel epoll && epoll.isOpen() && stateOf(epoll) == TCP_CLOSE;
    }

    private static int stateOf(EpollSocketChannel channel) {
        return channel.tcpInfo().state();
    }

    /** What lies under a channel, for who does without its queue; null where nothing is known of that. */
    static @Nullable Socket socket(SocketChannel channel) {
        return channel instanceof EpollSocketChannel epoll && epoll.fd() instanceof Socket socket ? socket : null;
    }

    /** What this machine has. */
    public static Transport best() {
        return Epoll.isAvailable()
                ? new Transport(KeptEpoll.factory(), EpollServerSocketChannel.class, EpollSocketChannel.class)
                : new Transport(NioIoHandler.newFactory(), NioServerSocketChannel.class, NioSocketChannel.class);
    }
}

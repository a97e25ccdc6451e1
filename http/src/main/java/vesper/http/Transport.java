package vesper.http;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;

/** How sockets are waited for: by Linux' epoll through Netty's native library, or by the JDK where that is missing. */
record Transport(IoHandlerFactory ioHandler, Class<? extends ServerSocketChannel> serverChannel) {

    static Transport best() {
        return Epoll.isAvailable()
                ? new Transport(KeptEpoll.factory(), EpollServerSocketChannel.class)
                : new Transport(NioIoHandler.newFactory(), NioServerSocketChannel.class);
    }
}

package vesper.peers;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.net.InetSocketAddress;

/** Netty with its own HTTP codec: epoll if available, and responses are written on the event loop. */
final class NettyPeer {
    private NettyPeer() {}

    public static void main(String[] args) throws InterruptedException {
        PeerArguments arguments = PeerArguments.of(args);
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        Class<? extends ServerChannel> type = epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        EventLoopGroup loops = new MultiThreadIoEventLoopGroup(arguments.ioThreads(), io);
        DateField date = DateField.ticking();

        Channel server = new ServerBootstrap()
                .group(loops)
                .channel(type)
                .option(ChannelOption.SO_BACKLOG, PeerArguments.BACKLOG)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpServerCodec(), new NettyGreeter(date));
                    }
                })
                .bind(PeerArguments.HOST, arguments.port())
                .sync()
                .channel();
        PeerArguments.announce(((InetSocketAddress) server.localAddress()).getPort());
    }
}

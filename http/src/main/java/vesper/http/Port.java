package vesper.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server's listening port: optionally claimed first, then listened on, then closed. Thread-safe. */
final class Port {
    private static final Logger log = LoggerFactory.getLogger(Port.class);
    private static final int BACKLOG = 4096;
    /**
     * Netty's default is one, so hundreds of new connections would take as many iterations of a loop that has other
     * work.
     */
    private static final int ACCEPTED_PER_TURN = 64;

    private static final int UNSENT_LOW_BYTES = 32 << 10;
    private static final int UNSENT_HIGH_BYTES = 64 << 10;

    private final HttpSettings settings;
    private final Class<? extends ServerSocketChannel> channel;
    private final EventLoops acceptor;
    private final EventLoops eventLoops;
    private final Function<SocketChannel, ChannelHandler> first;
    private final Acceptance acceptance = new Acceptance();
    /** Null unless the port was claimed before it is listened on. */
    private volatile @Nullable ClaimedPort claimed;
    /** Null before the port is listened on. */
    private volatile @Nullable Channel listener;

    private boolean isClosed;

    /**
     * @param acceptor accepts connections
     * @param eventLoops serve them
     * @param first creates the first handler of a new connection, on its event loop
     */
    Port(
            HttpSettings settings,
            Class<? extends ServerSocketChannel> channel,
            EventLoops acceptor,
            EventLoops eventLoops,
            Function<SocketChannel, ChannelHandler> first) {
        this.settings = settings;
        this.channel = channel;
        this.acceptor = acceptor;
        this.eventLoops = eventLoops;
        this.first = first;
    }

    /** Binds the address, without listening, so that no other program gets it. */
    synchronized void claim() throws IOException {
        InetSocketAddress wanted = wanted();
        try {
            claimed = ClaimedPort.of(wanted);
        } catch (IOException e) {
            throw cannotListen(wanted, e);
        }
    }

    /** Lets clients connect, if they cannot yet. */
    synchronized void listen() throws IOException {
        if (isClosed) throw new IllegalStateException("a port that is closed");
        if (listener != null) return;
        ClaimedPort claim = claimed;
        if (claim != null) claim.share();
        listener = bound(claim == null ? wanted() : claim.address());
        if (claim != null) claim.close();
    }

    private InetSocketAddress wanted() throws BindException {
        var address = new InetSocketAddress(settings.host(), settings.port());
        if (address.isUnresolved())
            throw new BindException("no address is known for the host " + address.getHostName());
        return address;
    }

    private Channel bound(InetSocketAddress address) throws BindException {
        var bound = new ServerBootstrap()
                .group(acceptor, eventLoops)
                .channel(channel)
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, newcomers())
                .handler(acceptance)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(UNSENT_LOW_BYTES, UNSENT_HIGH_BYTES))
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel newcomer) {
                        newcomer.pipeline().addLast(first.apply(newcomer));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (bound.isSuccess()) return bound.channel();
        throw cannotListen(address, bound.cause());
    }

    /**
     * Sets how many connections are accepted per iteration. Epoll does not report whether there are more, so the loop
     * must try.
     */
    private static RecvByteBufAllocator newcomers() {
        return new ServerChannelRecvByteBufAllocator()
                .respectMaybeMoreData(false)
                .maxMessagesPerRead(ACCEPTED_PER_TURN);
    }

    private static BindException cannotListen(InetSocketAddress address, @Nullable Throwable cause) {
        String reason = cause == null ? "for an unknown reason" : String.valueOf(cause.getMessage());
        BindException failure = new BindException("cannot listen on " + address.getHostString() + ":"
                + address.getPort() + ": " + reason.replaceFirst("^.*failed(: | with error\\(.*\\): )", ""));
        failure.initCause(cause);
        return failure;
    }

    /** Returns the address with the port that was bound. */
    InetSocketAddress address() {
        Channel open = listener;
        if (open != null) return (InetSocketAddress) open.localAddress();
        ClaimedPort claim = claimed;
        if (claim == null) throw new IllegalStateException("a port that is nobody's");
        return claim.address();
    }

    /**
     * Closes the port; later connection attempts are refused.
     *
     * @param last run right before that; not run if the port was never listened on
     * @param atMost how long to wait for the port to close, which may otherwise happen after the return
     */
    synchronized void close(Runnable last, Duration atMost) {
        isClosed = true;
        Channel open = listener;
        if (open == null) {
            giveBack();
        } else {
            open.eventLoop().execute(() -> acceptance.end(open, last));
            open.closeFuture().awaitUninterruptibly(atMost.toMillis());
        }
    }

    private void giveBack() {
        ClaimedPort claim = claimed;
        if (claim == null) return;
        try {
            claim.close();
        } catch (IOException e) {
            log.debug("a port that nobody listened on is given back by the end of the process", e);
        }
    }
}

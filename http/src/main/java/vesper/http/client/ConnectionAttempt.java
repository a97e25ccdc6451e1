package vesper.http.client;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.NetUtil;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.StringJoiner;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to open one connection for a pool: it looks up the host, tries its addresses in turn, and starts TLS if
 * needed.
 */
final class ConnectionAttempt implements LookUps.LookUpListener {
    private static final int UNSENT_BYTES = 64 << 10;
    private static final int FIRST_READ_BYTES = 2048;

    private final OriginPool pool;
    private final ClientEngine engine;
    private final ClientLoop loop;
    private final StringJoiner failures = new StringJoiner("; ");
    /** Null for plain http. */
    private volatile @Nullable SslContext tls;

    private ConnectionAttempt(OriginPool pool, ClientEngine engine, ClientLoop loop) {
        this.pool = pool;
        this.engine = engine;
        this.loop = loop;
    }

    static void start(OriginPool pool, ClientEngine engine) {
        engine.connections.incrementAndGet();
        new ConnectionAttempt(pool, engine, engine.nextLoop()).resolve();
    }

    /**
     * Name servers may be slow and the JDK's lookup blocks, so it runs on another thread; so does loading the JDK's
     * trust store.
     */
    private void resolve() {
        Origin origin = pool.origin();
        boolean literal = NetUtil.createByteArrayFromIpAddressString(origin.host()) != null;
        if (literal && !origin.secure()) understand(origin.host());
        else engine.lookUps.resolve(origin.host(), this);
    }

    private void understand(String literal) {
        try {
            connect(InetAddress.getAllByName(literal), 0);
        } catch (UnknownHostException e) {
            notFound(e);
        }
    }

    @Override
    public void found(InetAddress[] addresses) {
        try {
            if (pool.origin().secure()) tls = engine.tls();
            connect(addresses, 0);
        } catch (SSLException e) {
            failed(new TlsFailedException("no TLS connection to " + pool.origin() + ": " + e.getMessage(), e));
        } catch (RuntimeException | Error e) {
            broken(e);
        }
    }

    /** Ends the attempt after a fault in our code too, or the pool would wait for it forever. */
    private void broken(Throwable fault) {
        failed(new NotConnectedException("no connection to " + pool.origin() + ": " + fault, fault));
    }

    @Override
    public void notFound(UnknownHostException reason) {
        failed(new HostNotFoundException(
                "no address is known for the host " + pool.origin().host(), reason));
    }

    @Override
    public void refused() {
        failed(new TooManyWaitingException(
                "no address of the host " + pool.origin().host() + " is looked up: " + LookUps.MOST_WAITING
                        + " look-ups wait already",
                null));
    }

    @Override
    public void closed() {
        failed(new ClientClosedException("the client is closed", null));
    }

    /** Continues on the loop, which either completes the attempt or rejects the task. */
    private void connect(InetAddress[] addresses, int index) {
        try {
            loop.eventLoop.execute(() -> connectHere(addresses, index));
        } catch (RejectedExecutionException e) {
            closed();
        }
    }

    private void connectHere(InetAddress[] addresses, int index) {
        try {
            attempt(addresses, index);
        } catch (RuntimeException | Error e) {
            broken(e);
        }
    }

    private void attempt(InetAddress[] addresses, int index) {
        // The loop has closed its channels already, or will not do so any longer.
        if (engine.isClosed()) {
            closed();
            return;
        }
        if (!engine.settings.reachable().test(addresses[index])) {
            next(addresses, index, new IOException("the client connects to no such address"));
            return;
        }
        ChannelFuture attempt = new Bootstrap()
                .group(loop.eventLoop)
                .channel(engine.transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis())
                .option(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(512, FIRST_READ_BYTES, ClientLoop.READ_BYTES))
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(UNSENT_BYTES / 2, UNSENT_BYTES))
                .handler(initializer())
                .connect(new InetSocketAddress(addresses[index], pool.origin().port()));
        loop.opens(attempt.channel());
        attempt.addListener(_ -> connected(attempt, addresses, index));
    }

    private void connected(ChannelFuture attempt, InetAddress[] addresses, int index) {
        loop.opened(attempt.channel());
        if (attempt.isSuccess()) return;
        if (engine.isClosed()) failed(new ClientClosedException("the client is closed", attempt.cause()));
        else next(addresses, index, attempt.cause());
    }

    private int connectMillis() {
        return Math.toIntExact(engine.settings.timeouts().connect().toMillis());
    }

    private void next(InetAddress[] addresses, int index, @Nullable Throwable cause) {
        failures.add(addresses[index].getHostAddress() + ": " + reason(cause));
        if (index + 1 < addresses.length) connect(addresses, index + 1);
        else failed(notConnected(cause));
    }

    private ClientException notConnected(@Nullable Throwable cause) {
        String message = "no connection to " + pool.origin() + " (" + failures + ")";
        if (!(cause instanceof ConnectTimeoutException)) return new NotConnectedException(message, cause);
        return new TimedOutException(
                TimedOutException.Phase.CONNECT, engine.settings.timeouts().connect(), message);
    }

    private String reason(@Nullable Throwable cause) {
        if (cause instanceof ConnectTimeoutException)
            return "no answer within " + engine.settings.timeouts().connect();
        String text = cause == null ? "unknown reason" : String.valueOf(cause.getMessage());
        return text.replaceFirst("^.*failed(: | with error\\(.*\\): )", "").replaceFirst(": [^ ]*/[^ ]*$", "");
    }

    private void failed(ClientException reason) {
        engine.connections.decrementAndGet();
        pool.notConnected(reason);
    }

    private ChannelInitializer<SocketChannel> initializer() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                SslContext secured = tls;
                if (secured != null) channel.pipeline().addLast(tlsHandler(secured, channel));
                channel.pipeline().addLast(new ClientConnection(engine, loop, pool, channel));
            }
        };
    }

    private SslHandler tlsHandler(SslContext secured, SocketChannel channel) {
        Origin origin = pool.origin();
        SslHandler handler = secured.newHandler(channel.alloc(), origin.host(), origin.port());
        handler.setHandshakeTimeout(engine.settings.timeouts().tls().toMillis(), TimeUnit.MILLISECONDS);
        return handler;
    }
}

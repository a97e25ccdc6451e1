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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.StringJoiner;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Opens one connection for a pool: looks the host up, tries its addresses in turn, and speaks TLS where it is wanted. */
final class Connecting {
    private static final int UNSENT_BYTES = 64 << 10;
    private static final int FIRST_READ_BYTES = 2048;

    private final OriginPool pool;
    private final ClientEngine engine;
    private final ClientLoop loop;
    private final StringJoiner failures = new StringJoiner("; ");
    /** Null where the origin is plain http. */
    private volatile @Nullable SslContext tls;

    private Connecting(OriginPool pool, ClientEngine engine, ClientLoop loop) {
        this.pool = pool;
        this.engine = engine;
        this.loop = loop;
    }

    static void start(OriginPool pool, ClientEngine engine) {
        engine.connections.incrementAndGet();
        new Connecting(pool, engine, engine.nextLoop()).resolve();
    }

    /** A name server may be slow, and the JDK's look-up blocks, so it is waited for elsewhere. */
    private void resolve() {
        Origin origin = pool.origin();
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(origin.host());
        if (literal != null && !origin.secure()) lookUp();
        else lookUpElsewhere(origin);
    }

    private void lookUpElsewhere(Origin origin) {
        try {
            engine.lookUps.execute(this::lookUp);
        } catch (RejectedExecutionException e) {
            failed(
                    engine.isClosed()
                            ? new ClientClosedException("the client is closed", e)
                            : new TooManyWaitingException(
                                    "no address of the host " + origin.host() + " is looked up: " + LookUps.MOST_WAITING
                                            + " look-ups wait already",
                                    e));
        }
    }

    private void lookUp() {
        try {
            if (pool.origin().secure()) tls = engine.tls();
            connect(InetAddress.getAllByName(pool.origin().host()), 0);
        } catch (UnknownHostException e) {
            failed(new HostNotFoundException(
                    "no address is known for the host " + pool.origin().host(), e));
        } catch (SSLException e) {
            failed(new TlsFailedException("no TLS connection to " + pool.origin() + ": " + e.getMessage(), e));
        }
    }

    private void connect(InetAddress[] addresses, int index) {
        Origin origin = pool.origin();
        InetSocketAddress address = new InetSocketAddress(addresses[index], origin.port());
        ChannelFuture connected;
        try {
            connected = new Bootstrap()
                    .group(loop.eventLoop)
                    .channel(engine.transport.clientChannel())
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis())
                    .option(
                            ChannelOption.RECVBUF_ALLOCATOR,
                            new AdaptiveRecvByteBufAllocator(512, FIRST_READ_BYTES, ClientLoop.READ_BYTES))
                    .option(
                            ChannelOption.WRITE_BUFFER_WATER_MARK,
                            new WriteBufferWaterMark(UNSENT_BYTES / 2, UNSENT_BYTES))
                    .handler(initializer())
                    .connect(address);
        } catch (RuntimeException e) {
            // The client was closed: its threads take no more tasks.
            failed(new ClientClosedException("the client is closed", e));
            return;
        }
        connected.addListener(_ -> {
            if (!connected.isSuccess()) next(addresses, index, connected.cause());
        });
    }

    private int connectMillis() {
        return Math.toIntExact(engine.settings.timeouts().connect().toMillis());
    }

    private void next(InetAddress[] addresses, int index, @Nullable Throwable cause) {
        failures.add(addresses[index].getHostAddress() + ": " + reason(cause));
        if (index + 1 < addresses.length && !engine.isClosed()) connect(addresses, index + 1);
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

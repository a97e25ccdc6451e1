package vesper.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The start of a connection to a TLS port: runs the handshake, then replaces itself by the protocol that was
 * negotiated. A client that speaks plain HTTP gets an error in plain HTTP.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed close shows as a closed channel
final class TlsGreeting extends OpenConnection {
    private static final Logger log = LoggerFactory.getLogger(TlsGreeting.class);
    /** Record type of a handshake (RFC 8446, section 5.1). */
    private static final byte HANDSHAKE = 22;

    /** Time for unfinished handshakes when the server stops. */
    private static final long LAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Refusal PLAIN =
            new Refusal(400, "this port speaks TLS: ask with https:// in place of http://");

    private final TlsContext tls;
    private @Nullable SslHandler handler;
    private long deadline;

    TlsGreeting(Engine engine, TlsContext tls, Loop loop, SocketChannel channel) {
        super(engine, loop, channel);
        this.tls = tls;
    }

    @Override
    InetSocketAddress remoteAddress() {
        return channel.remoteAddress();
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        loop.add(this);
        loop.startIteration();
        deadline = loop.now() + tls.handshakeTimeout().toNanos();
        // Before the handshake is complete there is no way to send a response that the client would understand.
        if (engine.connections.incrementAndGet() > engine.limits.connections()) channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        engine.connections.decrementAndGet();
        loop.remove(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (handler != null || !in.isReadable()) {
            ReferenceCountUtil.release(in);
        } else if (in.getByte(in.readerIndex()) == HANDSHAKE && !tls.mayStart()) {
            in.release();
            channel.close();
        } else if (in.getByte(in.readerIndex()) == HANDSHAKE) {
            handler = tls.newHandler(channel);
            // TLS has its own close message, and a half-closed TLS connection is useless.
            channel.config().setAllowHalfClosure(false);
            channel.pipeline().addFirst(handler);
            channel.pipeline().fireChannelRead(in);
        } else {
            in.release();
            Connection plain = new Connection(engine, loop, channel, false);
            handOver(plain);
            plain.takeOver(Peer.plain(channel.remoteAddress(), engine.answers));
            plain.refuseAll(PLAIN);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (!(event instanceof SslHandshakeCompletionEvent completion)) return;
        if (completion.isSuccess()) agreed();
        else log.debug("no TLS with {}", channel.remoteAddress(), completion.cause());
    }

    private void agreed() {
        SslHandler agreed = handler;
        if (agreed == null) throw new IllegalStateException("agreed without a handshake");
        loop.startIteration();
        Peer peer = Peer.secure(channel.remoteAddress(), certificate(agreed), engine.answers);
        if (ApplicationProtocolNames.HTTP_2.equals(agreed.applicationProtocol())) {
            Http2Connection http2 = new Http2Connection(engine, loop, channel, peer);
            handOver(http2);
            http2.start();
        } else {
            Connection http1 = new Connection(engine, loop, channel, true);
            handOver(http1);
            http1.takeOver(peer);
        }
    }

    private void handOver(OpenConnection next) {
        loop.remove(this);
        channel.pipeline().replace(this, "http", next);
    }

    private static @Nullable X509Certificate certificate(SslHandler agreed) {
        try {
            Certificate[] chain = agreed.engine().getSession().getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate first ? first : null;
        } catch (SSLPeerUnverifiedException e) {
            return null; // no certificate
        }
    }

    /** Also covers rejected handshakes, when too many wait. */
    @Override
    boolean isTheirs(Throwable cause) {
        return super.isTheirs(cause)
                || cause instanceof RejectedExecutionException
                || cause.getCause() instanceof RejectedExecutionException;
    }

    @Override
    void checkTime(long now) {
        if (now >= deadline) channel.close();
    }

    /**
     * A handshake in progress has a second to finish, and the client may then send a request. A client that has sent
     * nothing yet has {@link HttpSettings#drainIdle} to start.
     */
    @Override
    void stop() {
        if (handler != null) {
            deadline = Math.min(deadline, System.nanoTime() + LAST_NANOS);
            return;
        }
        long left = engine.settings.drainIdle().toNanos();
        loop.eventLoop.schedule(this::closeUnlessBegun, left, TimeUnit.NANOSECONDS);
    }

    private void closeUnlessBegun() {
        if (handler == null) channel.close();
    }

    @Override
    void stopNow() {
        channel.close();
    }
}

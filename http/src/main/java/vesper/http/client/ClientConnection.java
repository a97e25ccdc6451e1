package vesper.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a pool, from its handshake to its close. What is said over it is its {@link Protocol}'s.
 *
 * <p>Everything but {@link #begin}, {@link #abort}, {@link #closeSoon} and {@link #execute} runs on its event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
    final ClientEngine engine;
    final ClientLoop loop;
    final OriginPool pool;
    final SocketChannel channel;
    /** Its index among the loop's connections. */
    int place;

    // Its pool's, under the pool's lock: how many more calls it takes, of how many, whether it ever took one, and
    // whether it takes none any more.
    int room;
    int most;
    boolean used;
    boolean leaving;

    /** Null until both ends have agreed on it. */
    private @Nullable Protocol protocol;

    private @Nullable ChannelHandlerContext context;

    private boolean ready;
    private boolean closed;
    private boolean tlsEnded;
    private @Nullable Throwable cause;

    ClientConnection(ClientEngine engine, ClientLoop loop, OriginPool pool, SocketChannel channel) {
        this.engine = engine;
        this.loop = loop;
        this.pool = pool;
        this.channel = channel;
    }

    /** Runs on its loop, or not at all where that has ended with the client. */
    void execute(Runnable task) {
        try {
            if (loop.eventLoop.inEventLoop()) task.run();
            else loop.eventLoop.execute(task);
        } catch (RejectedExecutionException e) {
            // Its end has been told to whoever waited.
        }
    }

    // ---- until it is there ----

    @Override
    public void handlerAdded(ChannelHandlerContext given) {
        context = given;
    }

    ChannelHandlerContext context() {
        ChannelHandlerContext known = context;
        if (known == null) throw new IllegalStateException("a connection without a channel");
        return known;
    }

    @Override
    public void channelActive(ChannelHandlerContext given) {
        // TLS begins before this is told, and may have failed at once.
        if (closed) return;
        loop.add(this);
        if (!pool.origin().secure()) agreed(engine.settings.protocol() == ClientProtocol.HTTP2);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext given, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) shookHands();
            else notReady(tlsFailure(handshake.cause()));
        } else if (event instanceof SslCloseCompletionEvent end) {
            tlsEnded = end.isSuccess();
        }
    }

    private void shookHands() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        boolean http2 = ApplicationProtocolNames.HTTP_2.equals(tls.applicationProtocol());
        if (!http2 && engine.settings.protocol() == ClientProtocol.HTTP2)
            notReady(new TlsFailedException(
                    "no TLS connection to " + pool.origin()
                            + ": the server did not choose HTTP/2, which alone is spoken",
                    null));
        else agreed(http2);
    }

    private ClientException tlsFailure(Throwable reason) {
        if (reason instanceof SslHandshakeTimeoutException) {
            Duration bound = engine.settings.timeouts().tls();
            return new TimedOutException(
                    TimedOutException.Phase.TLS, bound, pool.origin() + ": no TLS handshake within " + bound);
        }
        if (reason instanceof ClosedChannelException)
            return new TlsFailedException(
                    "no TLS connection to " + pool.origin() + ": the server closed it in the middle of the handshake",
                    reason);
        Throwable root = reason;
        while (root.getCause() != null) root = root.getCause();
        return new TlsFailedException(
                "no TLS connection to " + pool.origin() + ": "
                        + (root.getMessage() == null ? root.toString() : root.getMessage()),
                reason);
    }

    private void agreed(boolean http2) {
        if (engine.isClosed()) {
            notReady(new ClientClosedException("the client is closed", null));
            return;
        }
        Protocol spoken = http2 ? new Http2Calls(this) : new Http1Calls(this);
        protocol = spoken;
        spoken.begin();
    }

    private Protocol protocol() {
        Protocol spoken = protocol;
        if (spoken == null) throw new IllegalStateException("no protocol is agreed on");
        return spoken;
    }

    /** The protocol is ready for calls, and for so many at once. */
    void ready(int calls) {
        ready = true;
        pool.ready(this, calls);
    }

    boolean isReady() {
        return ready;
    }

    /** It will never be ready. */
    void notReady(ClientException reason) {
        if (closed || ready) return;
        leave();
        if (protocol != null) protocol.closed();
        pool.notConnected(reason);
    }

    // ---- calls ----

    /** Sends the call's request. Any thread may call, after the pool gave it this connection. */
    void begin(Call next) {
        next.runsOn(this);
        if (loop.eventLoop.inEventLoop()) start(next);
        else
            try {
                loop.eventLoop.execute(next);
            } catch (RejectedExecutionException e) {
                next.failed(ClientEngine.closedNow(next.request()));
            }
    }

    /** Continues {@link #begin} on the loop. */
    void start(Call next) {
        if (closed || !channel.isActive()) {
            pool.leaves(this);
            next.notBegun();
        } else if (next.isOver()) {
            pool.release(this);
        } else {
            protocol().start(next);
        }
    }

    /** Ends the call, for which nobody waits any more. From any thread. */
    void abort(Call ended) {
        execute(() -> {
            if (!closed) protocol().abort(ended);
        });
    }

    // ---- what the channel tells ----

    @Override
    public void channelRead(ChannelHandlerContext given, Object message) {
        ByteBuf received = (ByteBuf) message;
        try {
            if (!closed && protocol != null) protocol.received(received);
        } finally {
            received.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext given) {
        if (!closed && protocol != null) protocol.readComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext given) {
        if (!closed && protocol != null && channel.isWritable()) protocol.writable();
    }

    @Override
    public void channelInactive(ChannelHandlerContext given) {
        if (closed) return;
        if (ready) protocol().lost(cause);
        else
            notReady(new NotConnectedException(
                    "no connection to " + pool.origin() + ": it was closed "
                            + (protocol == null ? "at once" : "before the server had spoken HTTP/2") + because(cause),
                    cause));
    }

    static String because(@Nullable Throwable cause) {
        return cause == null ? "" : " (" + cause.getMessage() + ")";
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext given, Throwable thrown) {
        broken(thrown);
    }

    /** The channel is closed for what has happened, and the calls are told by that. */
    void broken(Throwable thrown) {
        if (cause == null) cause = thrown;
        var _ = channel.close();
    }

    /**
     * Whether the server has ended it in the way that its transport has for that, so that nothing can have been cut
     * off.
     */
    boolean hasProperEnd() {
        return cause == null && (!pool.origin().secure() || tlsEnded);
    }

    // ---- time and the end ----

    /** Called ten times a second. */
    void checkTime(long now) {
        if (!closed && protocol != null) protocol.checkTime(now);
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends the connection; whoever it worked for must have been told. */
    void close() {
        if (closed) return;
        leave();
        if (protocol != null) protocol.closed();
        if (ready) pool.gone(this);
    }

    /** Leaves loop and socket behind. */
    private void leave() {
        closed = true;
        loop.remove(this);
        engine.connections.decrementAndGet();
        var _ = channel.close();
    }

    /** From any thread. */
    void closeSoon() {
        execute(this::close);
    }

    void clientCloses() {
        if (closed) return;
        if (protocol != null) protocol.clientCloses();
        else close();
    }
}

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
 * One connection of a pool, from its handshake to its close. Its {@link Protocol} exchanges requests and responses over
 * it.
 *
 * <p>Everything except {@link #begin}, {@link #abort}, {@link #closeSoon} and {@link #execute} runs on its event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
    final ClientEngine engine;
    final ClientLoop loop;
    final OriginPool pool;
    final SocketChannel channel;
    /** Index among the loop's connections. */
    int place;

    // Guarded by the pool's lock: calls it can take now, calls it can take in all, whether it ever took one, and
    // whether it takes no further ones.
    int room;
    int most;
    boolean used;
    boolean leaving;

    /** Null until the protocol is negotiated. */
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

    /** Runs a task on its loop, or drops it if the loop has ended with the client. */
    void execute(Runnable task) {
        try {
            if (loop.eventLoop.inEventLoop()) task.run();
            else loop.eventLoop.execute(task);
        } catch (RejectedExecutionException e) {
            // Everyone waiting was notified when the client closed.
        }
    }

    // ---- connecting ----

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
        // The TLS handshake starts earlier, and may have failed already.
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
        spoken.startProtocol();
    }

    private Protocol protocol() {
        Protocol spoken = protocol;
        if (spoken == null) throw new IllegalStateException("no protocol is agreed on");
        return spoken;
    }

    /** Called when the protocol is ready for this many concurrent calls. */
    void ready(int calls) {
        ready = true;
        pool.ready(this, calls);
    }

    boolean isReady() {
        return ready;
    }

    /** Called when the connection failed before it was ready. */
    void notReady(ClientException reason) {
        if (closed || ready) return;
        leave();
        if (protocol != null) protocol.closed();
        pool.notConnected(reason);
    }

    // ---- calls ----

    /** Sends the request of a call. Thread-safe; called after the pool assigned this connection to the call. */
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
            next.notStarted();
        } else if (next.isOver()) {
            pool.release(this);
        } else {
            protocol().start(next);
        }
    }

    /** Ends a call whose response is no longer wanted. Thread-safe. */
    void abort(Call ended) {
        execute(() -> {
            if (!closed) protocol().abort(ended);
        });
    }

    // ---- channel events ----

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

    /** Closes the channel because of a failure; its close event then fails the calls. */
    void broken(Throwable thrown) {
        if (cause == null) cause = thrown;
        var _ = channel.close();
    }

    /**
     * Returns whether the server closed the connection in the regular way of its transport, so that nothing was
     * truncated.
     */
    boolean hasProperEnd() {
        return cause == null && (!pool.origin().secure() || tlsEnded);
    }

    // ---- time and shutdown ----

    /** Called ten times a second. */
    void checkTime(long now) {
        if (!closed && protocol != null) protocol.checkTime(now);
    }

    boolean isClosed() {
        return closed;
    }

    /** Closes the connection. Its calls must have been notified. */
    void close() {
        if (closed) return;
        leave();
        if (protocol != null) protocol.closed();
        if (ready) pool.gone(this);
    }

    /** Detaches from the loop and closes the socket. */
    private void leave() {
        closed = true;
        loop.remove(this);
        engine.connections.decrementAndGet();
        var _ = channel.close();
    }

    /** Closes the connection soon. Thread-safe. */
    void closeSoon() {
        execute(this::close);
    }

    void clientCloses() {
        if (closed) return;
        if (protocol != null) protocol.clientCloses();
        else close();
    }
}

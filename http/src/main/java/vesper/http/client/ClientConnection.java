package vesper.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
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
    private final Protocol protocol;
    /** Its index among the loop's connections. */
    int place;

    private boolean ready;
    private boolean closed;
    private boolean tlsEnded;
    private @Nullable Throwable cause;

    ClientConnection(ClientEngine engine, ClientLoop loop, OriginPool pool, SocketChannel channel) {
        this.engine = engine;
        this.loop = loop;
        this.pool = pool;
        this.channel = channel;
        this.protocol = new Http1Calls(this);
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
    public void channelActive(ChannelHandlerContext context) {
        loop.add(this);
        if (!pool.origin().secure()) agreed();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) agreed();
            else notReady(tlsFailure(handshake.cause()));
        } else if (event instanceof SslCloseCompletionEvent end) {
            tlsEnded = end.isSuccess();
        }
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

    private void agreed() {
        if (engine.isClosed()) notReady(new ClientClosedException("the client is closed", null));
        else protocol.begin();
    }

    /** The protocol is ready for calls. */
    void ready() {
        ready = true;
        pool.ready(this);
    }

    private void notReady(ClientException reason) {
        if (closed || ready) return;
        leave();
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
            close();
            next.notBegun();
        } else if (next.isOver()) {
            pool.release(this);
        } else {
            protocol.start(next);
        }
    }

    /** Ends the call, for which nobody waits any more. From any thread. */
    void abort(Call ended) {
        execute(() -> {
            if (!closed) protocol.abort(ended);
        });
    }

    // ---- what the channel tells ----

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf received = (ByteBuf) message;
        try {
            if (!closed) protocol.received(received);
        } finally {
            received.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (!closed) protocol.readComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (!closed && channel.isWritable()) protocol.writable();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (closed) return;
        if (ready) protocol.lost(cause);
        else
            notReady(new NotConnectedException(
                    "no connection to " + pool.origin() + ": it was closed at once" + because(cause), cause));
    }

    static String because(@Nullable Throwable cause) {
        return cause == null ? "" : " (" + cause.getMessage() + ")";
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        broken(thrown);
    }

    /** The channel is closed for what has happened, and the calls are told by that. */
    void broken(Throwable thrown) {
        if (cause == null) cause = thrown;
        var _ = channel.close();
    }

    /** Whether the server has ended it in the way that its transport has for that, so that nothing can have been cut off. */
    boolean hasProperEnd() {
        return cause == null && (!pool.origin().secure() || tlsEnded);
    }

    // ---- time and the end ----

    /** Called ten times a second. */
    void checkTime(long now) {
        if (ready && !closed) protocol.checkTime(now);
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends the connection; whoever it worked for must have been told. */
    void close() {
        if (closed) return;
        leave();
        protocol.closed();
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
        if (!closed) protocol.clientCloses();
    }
}

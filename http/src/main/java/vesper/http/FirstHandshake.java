package vesper.http;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor for the computations of one connection's handshake, on the threads of {@link Handshakes}. Only one
 * handshake is allowed. With TLS 1.2 a client could start another at any time and as often as it likes, past all limits
 * on the first. So the connection is closed before any part of a second one is computed. HTTP/2 forbids renegotiation
 * anyway (RFC 9113, section 9.2.1), and TLS 1.3 does not have it: its later messages, such as new keys, are not
 * computed here.
 */
final class FirstHandshake implements Executor {
    private static final Logger log = LoggerFactory.getLogger(FirstHandshake.class);

    private final Handshakes handshakes;
    private final SocketChannel channel;
    private @Nullable SslHandler handler;

    FirstHandshake(Handshakes handshakes, SocketChannel channel) {
        this.handshakes = handshakes;
        this.channel = channel;
    }

    /** Sets the handler. Must be called before the handler is used. */
    void belongsTo(SslHandler own) {
        handler = own;
    }

    /**
     * Called on the event loop.
     *
     * @throws java.util.concurrent.RejectedExecutionException if far too many steps wait
     */
    @Override
    public void execute(Runnable step) {
        SslHandler own = handler;
        if (own != null && own.handshakeFuture().isDone()) refuse();
        else handshakes.execute(step);
    }

    /** Closes past the handler, which would wait for the pending step before it said goodbye. */
    @SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed close shows as a closed channel
    private void refuse() {
        log.debug("{} began a second handshake", channel.remoteAddress());
        channel.pipeline().firstContext().close();
    }
}

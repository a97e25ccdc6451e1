package vesper.http;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one connection's handshake computes, on the threads of {@link Handshakes}. There is one handshake: with TLS 1.2
 * a client could begin another at any time, past all that bounds the first and as often as it likes, so the connection
 * is closed before anything of a second one is computed. HTTP/2 forbids it anyway (RFC 9113, section 9.2.1), and TLS
 * 1.3 has none: what it says later, such as new keys, is not computed here.
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

    /** Before the handler is asked for anything. */
    void belongsTo(SslHandler own) {
        handler = own;
    }

    /**
     * Called on the event loop.
     *
     * @throws java.util.concurrent.RejectedExecutionException where far too many wait
     */
    @Override
    public void execute(Runnable step) {
        SslHandler own = handler;
        if (own != null && own.handshakeFuture().isDone()) refuse();
        else handshakes.execute(step);
    }

    /** Not through the handler: it would wait for the step before it said goodbye. */
    @SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed close shows as a closed channel
    private void refuse() {
        log.debug("{} began a second handshake", channel.remoteAddress());
        channel.pipeline().firstContext().close();
    }
}

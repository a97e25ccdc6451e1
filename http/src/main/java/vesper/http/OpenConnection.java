package vesper.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection as its {@link Loop} sees it: it checks timeouts several times a second, and closes. */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failure shows as a closed channel
abstract class OpenConnection extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(OpenConnection.class);

    final Engine engine;
    final Loop loop;
    final SocketChannel channel;
    /** Index in its loop's list. */
    int place;

    private boolean reading = true;

    OpenConnection(Engine engine, Loop loop, SocketChannel channel) {
        this.engine = engine;
        this.loop = loop;
        this.channel = channel;
    }

    abstract InetSocketAddress remoteAddress();

    /** Ends what has lasted too long. Called several times a second. */
    abstract void checkTime(long now);

    /**
     * Moves to another event loop, if this connection can move and waits for a request.
     *
     * @return false if it stays
     */
    boolean moveTo(Loop other) {
        return false;
    }

    /** Returns its requests whose response is not complete. */
    List<UnansweredRequest> unanswered() {
        return List.of();
    }

    /** Starts to close when the server stops: an idle connection after a moment, a busy one after its responses. */
    abstract void stop();

    /** Closes at once, when the time to finish is over. */
    abstract void stopNow();

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (isTheirs(cause)) {
            log.debug("connection to {} broke", remoteAddress(), cause);
            channel.close();
        } else {
            closeForFault(cause);
        }
    }

    /** Checks whether the network or the client caused a failure, rather than a fault of ours. */
    boolean isTheirs(Throwable cause) {
        return cause instanceof IOException
                || (cause instanceof DecoderException
                        && (cause.getCause() == null || cause.getCause() instanceof IOException));
    }

    public void closeForFault(Throwable fault) {
        log.error("connection to {} is closed for a fault of ours", remoteAddress(), fault);
        channel.close();
    }

    boolean isReading() {
        return reading;
    }

    void readOn(boolean wanted) {
        if (reading != wanted) channel.config().setAutoRead(wanted);
        reading = wanted;
    }

    /** Closes our side, so that the client sees the end, and continues to read. */
    void endOutput() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) tls.closeOutbound();
        else if (!channel.isOutputShutdown()) channel.shutdownOutput();
    }
}

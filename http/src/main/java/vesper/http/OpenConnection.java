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

/** A connection as its {@link Loop} sees it: something to look after a few times a second, and to end. */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failure shows as a closed channel
abstract class OpenConnection extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(OpenConnection.class);

    final Engine engine;
    final Loop loop;
    final SocketChannel channel;
    /** Where it stands in its loop's list. */
    int place;

    private boolean reading = true;

    OpenConnection(Engine engine, Loop loop, SocketChannel channel) {
        this.engine = engine;
        this.loop = loop;
        this.channel = channel;
    }

    abstract InetSocketAddress remoteAddress();

    /** Called a few times a second, so that what lasts too long is ended. */
    abstract void checkTime(long now);

    /**
     * Goes on on another event loop, if it can and waits for a request.
     *
     * @return false if it stays
     */
    boolean moveTo(Loop other) {
        return false;
    }

    /** Those of its requests that are not answered whole yet. */
    List<Unanswered> unanswered() {
        return List.of();
    }

    /** The server stops: a connection is closed once it has been idle for a moment, a busy one after its answers. */
    abstract void stop();

    /** The time to finish is over. */
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

    /** Whether what went wrong is the network's or the client's doing. */
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

    /** Says that nothing follows, and goes on reading. */
    void endOutput() {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) tls.closeOutbound();
        else if (!channel.isOutputShutdown()) channel.shutdownOutput();
    }
}

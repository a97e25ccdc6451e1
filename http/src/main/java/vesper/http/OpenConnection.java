package vesper.http;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;

/** A connection as its {@link Loop} sees it: something to look after a few times a second, and to end. */
abstract class OpenConnection extends ChannelInboundHandlerAdapter {
    /** Where it stands in its loop's list. */
    int place;

    /** Called a few times a second, so that what lasts too long is ended. */
    abstract void checkTime(long now);

    public abstract void closeForFault(Throwable fault);

    /** The server stops: an idle connection is closed, a busy one after its answers. */
    abstract void stop();

    /** The time to finish is over. */
    abstract void stopNow();

    /** Whether what went wrong is the network's or the client's doing. */
    static boolean isTheirs(Throwable cause) {
        return cause instanceof IOException
                || (cause instanceof DecoderException
                        && (cause.getCause() == null || cause.getCause() instanceof IOException));
    }

    /** Says that nothing follows, and goes on reading. */
    @SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failure shows as a closed channel
    static void endOutput(SocketChannel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) tls.closeOutbound();
        else if (!channel.isOutputShutdown()) channel.shutdownOutput();
    }
}

package vesper.http;

import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands where connections are accepted. Where none can be, since the process has as many files open as it may, it pauses:
 * clients wait in the system's queue meanwhile, and those that are connected are served. The log says so once, and once
 * when it is over. Touched by the listener's event loop alone.
 */
final class Acceptance extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(Acceptance.class);
    private static final long PAUSE_MILLIS = 250;

    private boolean failing;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (failing) log.info("connections are accepted again");
        failing = false;
        ctx.fireChannelRead(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!failing) {
            log.warn(
                    "no connection can be accepted; it is tried again every {} ms, and clients wait ({})",
                    PAUSE_MILLIS,
                    cause.getMessage());
        }
        failing = true;
        // The connection stays in the queue, so the listener would be ready again at once.
        ChannelConfig config = ctx.channel().config();
        if (!config.isAutoRead()) return;
        config.setAutoRead(false);
        var _ = ctx.channel().eventLoop().schedule(() -> config.setAutoRead(true), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
}

package vesper.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands where connections are accepted. Where none can be, since the process has as many files open as it may, it
 * pauses: clients wait in the system's queue meanwhile, and those that are connected are served. The log says so once,
 * and once when it has been over for a while, however often a file becomes free in between.
 *
 * <p>In the end it closes the port, once all are accepted whom the system has let in: of what is in its queue then, clients
 * would be told by a reset, which leaves open what came of their requests. Touched by the listener's event loop alone.
 */
final class Acceptance extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(Acceptance.class);
    private static final long PAUSE_MILLIS = 250;

    private static final long OVER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** How long who answers the system's consent may be on his way. */
    private static final long CONSENT_MILLIS = 1;
    /** Where newcomers never cease, because nothing seals the port; enough for a pause to be over. */
    private static final int MOST_LOOKS = 300;

    private boolean reported;
    private long failedAt;
    private int newcomers;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object newcomer) {
        newcomers++;
        ctx.fireChannelRead(newcomer);
    }

    /**
     * Closes the port; who connects later is refused.
     *
     * @param last is done right before that, when nobody waits any more
     */
    void end(Channel listener, Runnable last) {
        SealedPort.of(listener);
        endWhenNobodyWaits(listener, last, MOST_LOOKS);
    }

    private void endWhenNobodyWaits(Channel listener, Runnable last, int looks) {
        newcomers = 0;
        var _ = listener.eventLoop()
                .schedule(
                        () -> {
                            boolean isPausing = !listener.config().isAutoRead();
                            if ((newcomers > 0 || isPausing) && looks > 0) {
                                endWhenNobodyWaits(listener, last, looks - 1);
                                return;
                            }
                            last.run();
                            var _ = listener.close();
                        },
                        CONSENT_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        failedAt = System.nanoTime();
        if (!reported) report(ctx, cause);
        // The connection stays in the queue, so the listener would be ready again at once.
        ChannelConfig config = ctx.channel().config();
        if (!config.isAutoRead()) return;
        config.setAutoRead(false);
        var _ = ctx.channel().eventLoop().schedule(() -> config.setAutoRead(true), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void report(ChannelHandlerContext ctx, Throwable cause) {
        reported = true;
        log.warn(
                "no connection can be accepted; it is tried again every {} ms, and clients wait ({})",
                PAUSE_MILLIS,
                cause.getMessage());
        lookLater(ctx, OVER_NANOS);
    }

    private void lookLater(ChannelHandlerContext ctx, long nanos) {
        var _ = ctx.channel().eventLoop().schedule(() -> look(ctx), nanos, TimeUnit.NANOSECONDS);
    }

    /** While clients wait that cannot be accepted, one fails after each pause. */
    private void look(ChannelHandlerContext ctx) {
        long since = System.nanoTime() - failedAt;
        if (since < OVER_NANOS) {
            lookLater(ctx, OVER_NANOS - since);
            return;
        }
        reported = false;
        log.info("connections are accepted again");
    }
}

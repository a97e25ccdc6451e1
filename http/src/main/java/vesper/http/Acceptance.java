package vesper.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The acceptor of connections on the listening socket. When accepting fails because the process or the machine has too
 * many files open, accepting pauses: clients wait in the kernel's backlog, and open connections are still served. The
 * log reports the start once, and the end once it has lasted for a while, however often a file descriptor becomes free
 * in between.
 *
 * <p>At shutdown it closes the port after it has accepted every connection that the kernel has established. Closing
 * earlier would reset the connections in the backlog, and their clients could not know whether their requests were
 * handled. Used by the listener's event loop only.
 */
final class Acceptance extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(Acceptance.class);
    private static final long PAUSE_MILLIS = 250;

    private static final long OVER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Time for the last packet of a TCP handshake to arrive, once the kernel has sent its SYN-ACK. */
    private static final long CONSENT_MILLIS = 1;
    /**
     * Bound for a port that could not be sealed, where new connections may never stop; long enough for a pause to end.
     */
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
     * Closes the port; later connection attempts are refused.
     *
     * @param last run right before that, when no client waits in the backlog
     */
    void end(Channel listener, Runnable last) {
        SealedPort.of(listener);
        endWhenBacklogEmpty(listener, last, MOST_LOOKS);
    }

    private void endWhenBacklogEmpty(Channel listener, Runnable last, int looks) {
        newcomers = 0;
        var _ = listener.eventLoop()
                .schedule(
                        () -> {
                            boolean isPausing = !listener.config().isAutoRead();
                            if ((newcomers > 0 || isPausing) && looks > 0) {
                                endWhenBacklogEmpty(listener, last, looks - 1);
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
        // The connection stays in the backlog, so without a pause the listener would be ready again at once.
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
        scheduleRetry(ctx, OVER_NANOS);
    }

    private void scheduleRetry(ChannelHandlerContext ctx, long nanos) {
        var _ = ctx.channel().eventLoop().schedule(() -> retryAccept(ctx), nanos, TimeUnit.NANOSECONDS);
    }

    /** While clients wait that cannot be accepted, one attempt fails after each pause. */
    private void retryAccept(ChannelHandlerContext ctx) {
        long since = System.nanoTime() - failedAt;
        if (since < OVER_NANOS) {
            scheduleRetry(ctx, OVER_NANOS - since);
            return;
        }
        reported = false;
        log.info("connections are accepted again");
    }
}

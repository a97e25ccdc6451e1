package vesper.http;

import io.netty.channel.ChannelInboundHandlerAdapter;

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
}

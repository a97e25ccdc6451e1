package vesper.http.frames;

import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * For how long a peer has not taken a byte of what waits for it, by a clock that is read now and then. Touched by its
 * event loop alone.
 */
public final class StuckReader {
    private long unsentBytes;
    private long unsentSince;

    /** @param heldBytes what will be handed to the channel after what it has */
    public long stuckNanos(SocketChannel channel, long heldBytes, long now) {
        @Nullable ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        // Of a large piece at the front a part may have left, which the total does not tell.
        long unsent = waiting == null ? 0 : waiting.totalPendingWriteBytes() - waiting.currentProgress();
        unsent += heldBytes;
        if (unsent == 0 || unsent != unsentBytes) {
            unsentBytes = unsent;
            unsentSince = now;
        }
        return now - unsentSince;
    }

    /** Whether something waited for the peer when {@link #stuckNanos} was last asked. */
    public boolean hasUnread() {
        return unsentBytes > 0;
    }
}

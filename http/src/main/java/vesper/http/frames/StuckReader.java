package vesper.http.frames;

import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A timer for how long a peer has not taken any of the bytes that wait for it. The caller polls it from time to time.
 * Used by its event loop only.
 */
public final class StuckReader {
    private long unsentBytes;
    private long unsentSince;

    /**
     * Returns how long the peer has made no progress; 0 if nothing waits.
     *
     * @param heldBytes bytes not yet in the channel that will be handed to it later
     */
    public long stuckNanos(SocketChannel channel, long heldBytes, long now) {
        @Nullable ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        // A large piece at the front may be partly sent, which the total does not show.
        long unsent = waiting == null ? 0 : waiting.totalPendingWriteBytes() - waiting.currentProgress();
        unsent += heldBytes;
        if (unsent == 0 || unsent != unsentBytes) {
            unsentBytes = unsent;
            unsentSince = now;
        }
        return now - unsentSince;
    }

    /** Returns whether bytes were waiting for the peer at the last call of {@link #stuckNanos}. */
    public boolean hasUnread() {
        return unsentBytes > 0;
    }
}

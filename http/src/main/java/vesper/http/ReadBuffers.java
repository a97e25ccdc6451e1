package vesper.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * An allocator for the buffer that a connection reads into: that of its event loop, which changes when the connection
 * moves.
 */
final class ReadBuffers extends DefaultMaxMessagesRecvByteBufAllocator {
    private LoopBuffers loop;

    ReadBuffers(LoopBuffers loop) {
        this.loop = loop;
    }

    /** Switches to the buffers of another loop. Called while the connection is on no loop. */
    void moveTo(LoopBuffers other) {
        loop = other;
    }

    @Override
    @SuppressWarnings("deprecation") // of the handle's type, not of its use here
    public Handle newHandle() {
        return new MaxMessageHandle() {
            @Override
            public int guess() {
                return Connection.READ_BYTES;
            }

            @Override
            public ByteBuf allocate(ByteBufAllocator allocator) {
                return loop.forReading(allocator);
            }
        };
    }
}

package vesper.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/** What one connection reads into: the buffer of its event loop, which changes when the connection moves to another. */
final class ReadBuffers extends DefaultMaxMessagesRecvByteBufAllocator {
    private LoopBuffers loop;

    ReadBuffers(LoopBuffers loop) {
        this.loop = loop;
    }

    /** The connection is on no loop at the moment, and will be on this one. */
    void moveTo(LoopBuffers other) {
        loop = other;
    }

    @Override
    @SuppressWarnings("deprecation") // of the handle's type, not of what it is for
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

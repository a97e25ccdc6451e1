package vesper.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;

/**
 * Buffers outside the heap which the connections of one event loop use in turn: one to read into, whose bytes a
 * connection takes out before the next one reads, and a few to write from, each until its bytes are with the system.
 * At most {@value #KEPT} times {@value #LARGEST_KEPT_BYTES} bytes are kept. Touched by the loop's thread alone.
 */
final class LoopBuffers {
    private static final int KEPT = 64;
    private static final int FIRST_BYTES = 1 << 10;
    private static final int LARGEST_KEPT_BYTES = 64 << 10;

    private final ByteBufAllocator source;
    private final ByteBuf input;
    private final ArrayDeque<ByteBuf> outputs = new ArrayDeque<>();
    private boolean closed;

    LoopBuffers(ByteBufAllocator source) {
        this.source = source;
        this.input = source.directBuffer(Connection.READ_BYTES, Connection.READ_BYTES);
    }

    /** An empty buffer to write from; the caller gives it back or releases it. */
    ByteBuf take() {
        ByteBuf kept = outputs.poll();
        return kept == null ? source.directBuffer(FIRST_BYTES) : kept;
    }

    void giveBack(ByteBuf buffer) {
        if (closed || outputs.size() == KEPT || buffer.capacity() > LARGEST_KEPT_BYTES) buffer.release();
        else outputs.push(buffer.clear());
    }

    void close() {
        closed = true;
        input.release();
        outputs.forEach(ByteBuf::release);
        outputs.clear();
    }

    /** The one to read into, unless somebody still holds what was read before. */
    ByteBuf forReading(ByteBufAllocator otherwise) {
        return input.refCnt() == 1 ? input.clear().retain() : otherwise.ioBuffer(Connection.READ_BYTES);
    }
}

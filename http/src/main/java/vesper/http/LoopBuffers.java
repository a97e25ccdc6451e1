package vesper.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;

/**
 * Direct buffers shared by the connections of one event loop. There is one to read into, which a connection empties
 * before the next one reads, and several to write from, each used until its bytes are sent. Retains at most
 * {@value #KEPT} buffers of {@value #LARGEST_KEPT_BYTES} bytes. Used by the loop's thread only.
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

    /** Returns an empty buffer to write from, which the caller must give back or release. */
    ByteBuf take() {
        ByteBuf kept = outputs.poll();
        return kept == null ? source.directBuffer(FIRST_BYTES) : kept;
    }

    void release(ByteBuf buffer) {
        if (closed || outputs.size() == KEPT || buffer.capacity() > LARGEST_KEPT_BYTES) buffer.release();
        else outputs.push(buffer.clear());
    }

    void close() {
        closed = true;
        input.release();
        outputs.forEach(ByteBuf::release);
        outputs.clear();
    }

    /**
     * Returns the shared buffer to read into, or a new one if earlier content of the shared one is still referenced.
     */
    ByteBuf forReading(ByteBufAllocator otherwise) {
        return input.refCnt() == 1 ? input.clear().retain() : otherwise.ioBuffer(Connection.READ_BYTES);
    }
}

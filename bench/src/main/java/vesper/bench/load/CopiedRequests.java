package vesper.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * An outbox for requests that are all the same. The request is rendered once, and copied several times in a row so that
 * a whole pipeline fits in one write.
 */
final class CopiedRequests implements Outbox {
    private static final int MAX_BYTES = 1024 * 1024;

    /** A view of the shared bytes with an independent position. */
    private final ByteBuffer copies;

    private final int requestLength;
    private final boolean isHead;
    private int offset;
    private long unsentBytes;

    private CopiedRequests(ByteBuffer copies, int requestLength, boolean isHead) {
        this.copies = copies;
        this.requestLength = requestLength;
        this.isHead = isHead;
    }

    /** Returns the outbox of the first connection. Further connections use {@link #another}, which shares the bytes. */
    static CopiedRequests of(RequestForm form, int pipelining) {
        byte[] request = form.bytes();
        int count = Math.clamp(MAX_BYTES / request.length, 1, pipelining);
        ByteBuffer copies = ByteBuffer.allocateDirect(count * request.length);
        for (int i = 0; i < count; i++) copies.put(request);
        return new CopiedRequests(copies.flip(), request.length, form.isHead());
    }

    CopiedRequests another() {
        return new CopiedRequests(copies.duplicate(), requestLength, isHead);
    }

    @Override
    public boolean add() {
        unsentBytes += requestLength;
        return isHead;
    }

    @Override
    public boolean isEmpty() {
        return unsentBytes == 0;
    }

    @Override
    public long writeTo(SocketChannel channel) throws IOException {
        long all = 0;
        while (unsentBytes > 0) {
            int chunk = (int) Math.min(unsentBytes, copies.capacity() - offset);
            int written = channel.write(copies.clear().position(offset).limit(offset + chunk));
            unsentBytes -= written;
            all += written;
            offset = (offset + written) % copies.capacity();
            if (written < chunk) break;
        }
        return all;
    }

    @Override
    public void clear() {
        unsentBytes = 0;
        offset = 0;
    }
}

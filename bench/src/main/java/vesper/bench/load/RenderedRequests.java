package vesper.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * An outbox for requests that differ: several kinds, or one with placeholders. The kind is chosen when a request is
 * added, and the request is rendered right before it is written. Allocates memory only if a socket accepts a part of
 * the data.
 */
final class RenderedRequests implements Outbox {
    private final RequestRenderer renderer;
    /** Index in the mix of each waiting request: a ring, oldest first. */
    private final int[] waiting;

    private int oldest;
    private int count;
    /** Bytes that the socket did not accept. */
    private @Nullable ByteBuffer rest;

    RenderedRequests(RequestRenderer renderer, int pipelining) {
        this.renderer = renderer;
        this.waiting = new int[pipelining];
    }

    @Override
    public boolean add() {
        int form = renderer.choose();
        waiting[(oldest + count) % waiting.length] = form;
        count++;
        return renderer.isHead(form);
    }

    @Override
    public boolean isEmpty() {
        return count == 0 && rest == null;
    }

    @Override
    public long writeTo(SocketChannel channel) throws IOException {
        long all = 0;
        while (!isEmpty()) {
            ByteBuffer bytes = rest == null ? render() : rest;
            all += channel.write(bytes);
            if (bytes.hasRemaining()) {
                if (rest == null)
                    rest = ByteBuffer.allocateDirect(bytes.remaining())
                            .put(bytes)
                            .flip();
                break;
            }
            rest = null;
        }
        return all;
    }

    private ByteBuffer render() {
        ByteBuffer bytes = renderer.reset();
        while (count > 0 && renderer.render(waiting[oldest])) {
            oldest = (oldest + 1) % waiting.length;
            count--;
        }
        return bytes.flip();
    }

    @Override
    public void clear() {
        count = 0;
        rest = null;
    }
}

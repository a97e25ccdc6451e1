package vesper.peers.uuid;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/** The body of one request, gathered as it comes; its end, its being too long or its loss is told once. */
final class BoundedBody implements Invocable.Task {
    /** A request is a line. Parsing is not bounded otherwise: not in depth, and names may be made to collide. */
    private static final int MOST_BYTES = 4096;

    private final Content.Source source;
    private final InvocationType threads;
    private final Promise<byte[]> promise;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** @param threads those that the promise is to be kept on, should the body come later than the head */
    BoundedBody(Content.Source source, InvocationType threads, Promise<byte[]> promise) {
        this.source = source;
        this.threads = threads;
        this.promise = promise;
    }

    /** Takes what is there, and comes back for what is not. */
    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = source.read();
            if (chunk == null) {
                source.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                promise.failed(chunk.getFailure());
                return;
            }
            boolean last = chunk.isLast();
            boolean fits = bytes.size() + chunk.remaining() <= MOST_BYTES;
            if (fits) add(chunk.getByteBuffer());
            chunk.release();
            if (!fits) {
                promise.failed(RefusedException.tooLarge(MOST_BYTES));
                return;
            }
            if (last) {
                promise.succeeded(bytes.toByteArray());
                return;
            }
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return threads;
    }

    private void add(ByteBuffer part) {
        byte[] copy = new byte[part.remaining()];
        part.get(copy);
        bytes.writeBytes(copy);
    }
}

package vesper.peers.uuid;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * The body of one request, collected as it arrives. The promise is completed once: with the body, or with a failure if
 * the body is too long or the connection is lost.
 */
final class BoundedBody implements Invocable.Task {
    /**
     * A request is one line. This is the only bound on parsing, which limits neither depth nor hash collisions of
     * names.
     */
    private static final int MAX_BYTES = 4096;

    private final Content.Source source;
    private final InvocationType threads;
    private final Promise<byte[]> promise;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** @param threads threads on which to complete the promise if the body arrives after the head */
    BoundedBody(Content.Source source, InvocationType threads, Promise<byte[]> promise) {
        this.source = source;
        this.threads = threads;
        this.promise = promise;
    }

    /** Reads the available chunks, and is called again when more arrive. */
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
            boolean fits = bytes.size() + chunk.remaining() <= MAX_BYTES;
            if (fits) add(chunk.getByteBuffer());
            chunk.release();
            if (!fits) {
                promise.failed(RejectedException.tooLarge(MAX_BYTES));
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

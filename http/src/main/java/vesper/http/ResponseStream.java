package vesper.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The stream that content of unknown length is written to, in chunks of {@value #CHUNK_BYTES} bytes or what was
 * flushed. It blocks while {@value #UNSENT_BYTES} bytes wait for the client. Used by one thread.
 */
final class ResponseStream extends OutputStream {
    private static final int CHUNK_BYTES = 8 << 10;
    private static final int UNSENT_BYTES = 64 << 10;

    private final Requester requester;
    private final byte[] buffer = new byte[CHUNK_BYTES];
    private int count;
    private final AtomicInteger unsent = new AtomicInteger();
    private volatile boolean gone;
    private volatile @Nullable Thread waiting;

    ResponseStream(Requester requester) {
        this.requester = requester;
    }

    @Override
    public void write(int b) throws IOException {
        if (count == buffer.length) flush();
        buffer[count++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int position = offset;
        int left = length;
        while (left > 0) {
            if (count == buffer.length) flush();
            int part = Math.min(left, buffer.length - count);
            System.arraycopy(bytes, position, buffer, count, part);
            count += part;
            position += part;
            left -= part;
        }
    }

    /** Sends what is here, so that the client sees it. */
    @Override
    public void flush() throws IOException {
        awaitRoom();
        if (count == 0) return;
        byte[] chunk = Arrays.copyOf(buffer, count);
        count = 0;
        unsent.addAndGet(chunk.length);
        onLoop(() -> requester.sendChunk(chunk, this));
    }

    /** Ends the content. */
    void finish() throws IOException {
        flush();
        onLoop(requester::endStream);
    }

    private void awaitRoom() throws IOException {
        waiting = Thread.currentThread();
        try {
            while (!gone && unsent.get() >= UNSENT_BYTES) {
                if (Thread.interrupted()) throw new IOException("interrupted while the client was slow to read");
                LockSupport.park(this);
            }
        } finally {
            waiting = null;
        }
        if (gone) throw new ClientGoneException("the client went away");
    }

    private void onLoop(Runnable task) throws IOException {
        try {
            requester.execute(task);
        } catch (RejectedExecutionException e) {
            throw new IOException("the server has stopped", e);
        }
    }

    boolean isGone() {
        return gone;
    }

    /** Called by the loop: bytes have left, or never will. */
    void sent(int bytes, boolean connectionLives) {
        unsent.addAndGet(-bytes);
        if (!connectionLives) gone = true;
        Thread writer = waiting;
        if (writer != null) LockSupport.unpark(writer);
    }
}

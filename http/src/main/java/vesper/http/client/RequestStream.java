package vesper.http.client;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The stream that a request's content is written to, in pieces of {@value #PIECE_BYTES} bytes or what was flushed. It
 * blocks while {@value #UNSENT_BYTES} bytes wait for the server. Used by one thread, which it starts, and which begins
 * when whoever wrote the same content before has ended.
 */
final class RequestStream extends OutputStream implements Runnable {
    private static final int PIECE_BYTES = 16 << 10;
    private static final int UNSENT_BYTES = 64 << 10;

    private final Thread thread = Thread.ofVirtual().name("http client content").unstarted(this);
    /** Who wrote the same content for its call before, and may not have noticed yet that nobody takes it. */
    private @Nullable RequestStream before;

    private final Carrier carrier;
    private final RequestContent.Written content;
    private final byte[] buffer = new byte[PIECE_BYTES];
    private int count;
    private long written;
    private final AtomicInteger unsent = new AtomicInteger();
    private volatile boolean gone;

    RequestStream(Carrier carrier, RequestContent.Written content, @Nullable RequestStream before) {
        this.before = before;
        this.carrier = carrier;
        this.content = content;
    }

    void start() {
        thread.start();
    }

    boolean isChunked() {
        return content.length() < 0;
    }

    /** Whether all that was written has left, so that only more content can make a difference. */
    boolean isWaitingForWriter() {
        return unsent.get() == 0;
    }

    @Override
    public void run() {
        awaitEndOfBefore();
        // Its call may have gone on elsewhere by now, where the content is written instead.
        if (gone) return;
        try {
            content.writer().writeTo(this);
            flush();
            if (!isChunked() && written != content.length())
                throw new IOException(written + " bytes were written of the " + content.length() + " announced");
            carrier.execute(() -> carrier.contentEnds(this));
        } catch (Throwable e) {
            if (!gone) carrier.execute(() -> carrier.contentFails(this, e));
        }
    }

    /** Also where this stream is gone itself: who comes after it waits for it alone. */
    private void awaitEndOfBefore() {
        RequestStream earlier = before;
        before = null;
        while (earlier != null && earlier.thread.isAlive()) {
            try {
                var _ = earlier.thread.join(Duration.ofDays(1));
            } catch (InterruptedException e) {
                // So this stream is gone, which is looked at once its turn has come.
            }
        }
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

    /** Sends what is here. */
    @Override
    public void flush() throws IOException {
        awaitRoom();
        if (count == 0) return;
        written += count;
        if (!isChunked() && written > content.length())
            throw new IOException("more than the " + content.length() + " bytes announced were written");
        byte[] piece = Arrays.copyOf(buffer, count);
        count = 0;
        unsent.addAndGet(piece.length);
        carrier.execute(() -> carrier.sendPiece(this, piece));
    }

    private void awaitRoom() throws IOException {
        while (!gone && unsent.get() >= UNSENT_BYTES) {
            if (Thread.interrupted()) throw new IOException("interrupted while the server was slow to read");
            LockSupport.park(this);
        }
        if (gone) throw new IOException("the server takes no more of the request");
    }

    /** Called by the loop: bytes have left. */
    void sent(int bytes) {
        unsent.addAndGet(-bytes);
        LockSupport.unpark(thread);
    }

    /**
     * Called by the loop: nothing that is written will be sent. The writer may wait for what it writes, which may never
     * come, and holds it open; its thread is the stream's own and can be interrupted.
     */
    void end() {
        gone = true;
        thread.interrupt();
    }
}

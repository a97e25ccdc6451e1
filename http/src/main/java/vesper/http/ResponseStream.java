package vesper.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The stream that content is written to which is made while it is sent, in chunks of {@value #CHUNK_BYTES} bytes, of up
 * to {@value #LARGE_BYTES} where so many come at once, or of what was flushed. It blocks while {@value #UNSENT_BYTES}
 * bytes wait for the client. Used by one thread.
 */
final class ResponseStream extends OutputStream {
    private static final int CHUNK_BYTES = 8 << 10;
    private static final int LARGE_BYTES = 32 << 10;
    private static final int UNSENT_BYTES = 64 << 10;
    /** A writer that is never waiting lets others of its event loop have their turn after this long. */
    private static final long TURN_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final Requester requester;
    private final byte[] buffer = new byte[CHUNK_BYTES];
    private int count;
    /** Bytes still to be written, where the length was told; below 0 where it was not. */
    private long toCome;

    private long turnBegan = System.nanoTime();
    private final AtomicInteger unsent = new AtomicInteger();
    private volatile boolean gone;
    private volatile @Nullable Thread waiting;

    ResponseStream(Requester requester, long length) {
        this.requester = requester;
        this.toCome = length;
    }

    @Override
    public void write(int b) throws IOException {
        expect(1);
        if (count == buffer.length) flush();
        buffer[count++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        expect(length);
        int position = offset;
        int left = length;
        while (left > 0) {
            if (count == buffer.length) flush();
            if (count == 0 && left >= buffer.length) {
                int large = Math.min(left, LARGE_BYTES);
                send(Arrays.copyOfRange(bytes, position, position + large));
                position += large;
                left -= large;
                continue;
            }
            int part = Math.min(left, buffer.length - count);
            System.arraycopy(bytes, position, buffer, count, part);
            count += part;
            position += part;
            left -= part;
        }
    }

    private void expect(int length) throws IOException {
        if (toCome < 0) return;
        if (length > toCome) throw new IOException("more content than its stated length");
        toCome -= length;
    }

    /** Sends what is here, so that the client sees it. */
    @Override
    public void flush() throws IOException {
        if (count == 0) {
            awaitRoom();
            return;
        }
        byte[] chunk = Arrays.copyOf(buffer, count);
        count = 0;
        send(chunk);
    }

    private void send(byte[] chunk) throws IOException {
        awaitRoom();
        unsent.addAndGet(chunk.length);
        onLoop(() -> requester.sendChunk(chunk, this));
        letOthers();
    }

    /** Ends the content. */
    void finish() throws IOException {
        if (toCome > 0) throw new IOException(toCome + " bytes less content than its stated length");
        flush();
        onLoop(requester::endStream);
    }

    /** On a virtual thread that an event loop carries nobody else would run, and nothing be sent, until it waits. */
    @SuppressWarnings("ThreadPriorityCheck") // no hint here: our scheduler puts it behind the loop's other tasks
    private void letOthers() {
        if (!Thread.currentThread().isVirtual()) return;
        long now = System.nanoTime();
        if (now - turnBegan < TURN_NANOS) return;
        Thread.yield();
        turnBegan = System.nanoTime();
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

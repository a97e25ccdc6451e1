package vesper.http.flow;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The stream that content is written to which is made while it is sent, in pieces of {@value #PIECE_BYTES} bytes, of up
 * to {@value #LARGE_BYTES} where so many come at once, or of what was flushed. It blocks while {@value #UNSENT_BYTES}
 * bytes wait for the other end. Used by one thread; an event loop tells it what has left.
 */
public abstract class ContentOutput extends OutputStream {
    private static final int PIECE_BYTES = 8 << 10;
    private static final int LARGE_BYTES = 32 << 10;
    private static final int UNSENT_BYTES = 64 << 10;

    private final byte[] buffer = new byte[PIECE_BYTES];
    private int count;
    /** Below 0 where it was not told. */
    private final long length;

    private long written;
    private final AtomicInteger unsent = new AtomicInteger();
    private volatile boolean gone;
    private volatile @Nullable Thread waiting;

    /** @param length in bytes, below 0 where nobody knows */
    protected ContentOutput(long length) {
        this.length = length;
    }

    /** Hands a piece over, which the loop tells to have left in its time. */
    protected abstract void send(byte[] piece) throws IOException;

    /** What a writer gets for whom nobody takes anything any more. */
    protected abstract IOException whyGone();

    /** Whose doing it is that the writer waits. */
    protected abstract String otherEnd();

    @Override
    public final void write(int b) throws IOException {
        expect(1);
        if (count == buffer.length) flush();
        buffer[count++] = (byte) b;
    }

    @Override
    public final void write(byte[] bytes, int offset, int size) throws IOException {
        Objects.checkFromIndexSize(offset, size, bytes.length);
        expect(size);
        int position = offset;
        int left = size;
        while (left > 0) {
            if (count == buffer.length) flush();
            if (count == 0 && left >= buffer.length) {
                int large = Math.min(left, LARGE_BYTES);
                handOver(Arrays.copyOfRange(bytes, position, position + large));
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

    private void expect(int size) throws IOException {
        written += size;
        if (length >= 0 && written > length)
            throw new IOException("more than the " + length + " bytes announced were written");
    }

    /** Sends what is here, so that the other end sees it. */
    @Override
    public final void flush() throws IOException {
        if (count == 0) {
            awaitRoom();
            return;
        }
        byte[] piece = Arrays.copyOf(buffer, count);
        count = 0;
        handOver(piece);
    }

    /** All is written; sends what is here. */
    protected final void flushLast() throws IOException {
        if (written < length) throw new IOException(written + " bytes were written of the " + length + " announced");
        flush();
    }

    private void handOver(byte[] piece) throws IOException {
        awaitRoom();
        unsent.addAndGet(piece.length);
        send(piece);
    }

    private void awaitRoom() throws IOException {
        waiting = Thread.currentThread();
        try {
            while (!gone && unsent.get() >= UNSENT_BYTES) {
                if (Thread.interrupted()) throw new IOException("interrupted while the " + otherEnd() + " was slow");
                LockSupport.park(this);
            }
        } finally {
            waiting = null;
        }
        if (gone) throw whyGone();
    }

    /** Whether all that was written has left, so that only more content can make a difference. */
    public final boolean isWaitingForWriter() {
        return unsent.get() == 0;
    }

    public final boolean isGone() {
        return gone;
    }

    /** Called by the loop: bytes have left, or never will. */
    public final void left(int bytes) {
        unsent.addAndGet(-bytes);
        wakeWriter();
    }

    /** Called by the loop: nothing that is written will be sent. */
    protected final void refuseMore() {
        gone = true;
        wakeWriter();
    }

    private void wakeWriter() {
        Thread writer = waiting;
        if (writer != null) LockSupport.unpark(writer);
    }
}

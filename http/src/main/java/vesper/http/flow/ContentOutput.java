package vesper.http.flow;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An output stream for content that is sent while it is written. It sends pieces of {@value #PIECE_BYTES} bytes, or up
 * to {@value #LARGE_BYTES} where a single write brings that many, or less on a flush. Blocks while
 * {@value #UNSENT_BYTES} bytes are not sent yet. Used by one thread; an event loop reports the bytes that were sent.
 */
public abstract class ContentOutput extends OutputStream {
    private static final int PIECE_BYTES = 8 << 10;
    private static final int LARGE_BYTES = 32 << 10;
    private static final int UNSENT_BYTES = 64 << 10;

    private final byte[] buffer = new byte[PIECE_BYTES];
    private int count;
    /** Declared length in bytes; negative if unknown. */
    private final long length;

    private long written;
    private final AtomicInteger unsent = new AtomicInteger();
    private volatile boolean gone;
    private volatile @Nullable Thread waiting;

    /** @param length in bytes, negative if unknown */
    protected ContentOutput(long length) {
        this.length = length;
    }

    /** Hands a piece to the event loop, which later reports it by {@link #left}. */
    protected abstract void send(byte[] piece) throws IOException;

    /** Returns the exception for a writer after the peer has gone. */
    protected abstract IOException whyGone();

    /** Names the peer that the writer waits for, for error messages. */
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

    /** Sends the buffered bytes. */
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

    /** Sends the buffered bytes as the last ones, after checking them against the declared length. */
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

    /** Returns whether everything written has been sent, so that only the writer can make progress. */
    public final boolean isWaitingForWriter() {
        return unsent.get() == 0;
    }

    public final boolean isGone() {
        return gone;
    }

    /** Called by the loop: these bytes were sent, or never will be. */
    public final void left(int bytes) {
        unsent.addAndGet(-bytes);
        wakeWriter();
    }

    /** Called by the loop: nothing written from now on will be sent. */
    protected final void refuseMore() {
        gone = true;
        wakeWriter();
    }

    private void wakeWriter() {
        Thread writer = waiting;
        if (writer != null) LockSupport.unpark(writer);
    }
}

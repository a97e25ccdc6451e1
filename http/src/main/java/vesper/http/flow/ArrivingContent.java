package vesper.http.flow;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A bounded buffer for content that is read while it arrives. An event loop adds pieces and one thread takes them. At
 * {@value #FULL_BYTES} bytes the buffer is full, and the loop must stop reading from the socket.
 */
public final class ArrivingContent {
    private static final int FULL_BYTES = 64 << 10;
    private static final int RESUME_BYTES = 32 << 10;
    /** Overhead of one piece in bytes, so that many tiny pieces cannot get around the bound. */
    private static final int PIECE_BYTES = 64;

    private final Runnable drained;
    private final ConcurrentLinkedQueue<byte[]> pieces = new ConcurrentLinkedQueue<>();
    /** Bytes in the queue, including the overhead of each piece. */
    private final AtomicInteger waitingBytes = new AtomicInteger();

    private volatile boolean ended;
    private volatile @Nullable IOException failure;
    private volatile @Nullable Thread reader;

    /** @param drained run on the reader's thread when a full buffer has room again */
    public ArrivingContent(Runnable drained) {
        this.drained = drained;
    }

    public void add(byte[] bytes, int from, int to) {
        waitingBytes.addAndGet(to - from + PIECE_BYTES);
        pieces.add(Arrays.copyOfRange(bytes, from, to));
        wakeReader();
    }

    /** Marks the content as complete. */
    public void end() {
        ended = true;
        wakeReader();
    }

    /**
     * Marks the content as cut short: the reader gets the pieces in the queue, then this exception. Has no effect once
     * the content has ended or failed.
     */
    public void fail(IOException reason) {
        if (ended || failure != null) return;
        failure = reason;
        wakeReader();
    }

    public boolean hasEnded() {
        return ended;
    }

    public boolean isFull() {
        return waitingBytes.get() >= FULL_BYTES;
    }

    private void wakeReader() {
        Thread waiting = reader;
        if (waiting != null) LockSupport.unpark(waiting);
    }

    /** Waits for the next piece and returns it; null at the end. */
    public byte @Nullable [] next() throws IOException {
        reader = Thread.currentThread();
        try {
            while (true) {
                // Read the end flags before the queue, so that no piece added before the end is missed.
                boolean last = ended;
                IOException reason = failure;
                byte[] piece = pieces.poll();
                if (piece != null) return taken(piece);
                if (reason != null) throw reason;
                if (last) return null;
                if (Thread.interrupted()) throw new IOException("interrupted while the body was read");
                LockSupport.park(this);
            }
        } finally {
            reader = null;
        }
    }

    private byte[] taken(byte[] piece) {
        int cost = piece.length + PIECE_BYTES;
        int left = waitingBytes.addAndGet(-cost);
        if (left < RESUME_BYTES && left + cost >= RESUME_BYTES) drained.run();
        return piece;
    }
}

package vesper.http.flow;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Content that is read while it arrives: an event loop adds to it, one thread takes from it, and where
 * {@value #FULL_BYTES} bytes wait it is full, and the loop is to read no more of it from the wire.
 */
public final class ArrivingContent {
    private static final int FULL_BYTES = 64 << 10;
    private static final int RESUME_BYTES = 32 << 10;
    /** What a piece costs beside its bytes: one of a single byte is not a small one. */
    private static final int PIECE_BYTES = 64;

    private final Runnable drained;
    private final ConcurrentLinkedQueue<byte[]> pieces = new ConcurrentLinkedQueue<>();
    /** What waits, with what it costs to keep it. */
    private final AtomicInteger waitingBytes = new AtomicInteger();

    private volatile boolean ended;
    private volatile @Nullable IOException failure;
    private volatile @Nullable Thread reader;

    /** @param drained run on the reader's thread when there is room again */
    public ArrivingContent(Runnable drained) {
        this.drained = drained;
    }

    public void add(byte[] bytes, int from, int to) {
        waitingBytes.addAndGet(to - from + PIECE_BYTES);
        pieces.add(Arrays.copyOfRange(bytes, from, to));
        wakeReader();
    }

    /** All of it is here. */
    public void end() {
        ended = true;
        wakeReader();
    }

    /** What is here is all there will be, and its reader gets this behind it. What has ended or failed before stays so. */
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

    /** The next piece, waited for; null at the end. */
    public byte @Nullable [] next() throws IOException {
        reader = Thread.currentThread();
        try {
            while (true) {
                // What ended is looked at before the queue, so that nothing that came first is missed.
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

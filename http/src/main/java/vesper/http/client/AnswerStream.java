package vesper.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/**
 * A body that is read while it arrives: the connection's event loop fills it, one thread drains it, and where
 * {@value #BRIMMING_BYTES} bytes wait the connection stops reading. No locks: an event loop waits for nobody.
 */
final class AnswerStream extends InputStream implements AnswerSink {
    private static final int BRIMMING_BYTES = 64 << 10;
    /** What a piece costs beside its bytes: one of a single byte is not a small one. */
    private static final int PIECE_BYTES = 64;

    private static final int RESUME_BYTES = 32 << 10;

    private final Carrier carrier;
    private final ConcurrentLinkedQueue<byte[]> pieces = new ConcurrentLinkedQueue<>();
    /** What waits, with what it costs to keep it. */
    private final AtomicInteger waitingBytes = new AtomicInteger();

    private volatile Headers trailers = Headers.NONE;
    private volatile boolean ended;
    private volatile boolean closed;
    private volatile @Nullable IOException failure;
    private volatile @Nullable Thread reader;

    private byte[] piece = {};
    private int position;

    AnswerStream(Carrier carrier) {
        this.carrier = carrier;
    }

    @Override
    public void content(byte[] bytes, int from, int to) {
        if (closed) return;
        waitingBytes.addAndGet(to - from + PIECE_BYTES);
        pieces.add(Arrays.copyOfRange(bytes, from, to));
        wake();
    }

    @Override
    public void trailers(Headers fields) {
        trailers = fields;
    }

    /** What came behind the body, once it was read to its end. */
    Headers trailers() {
        return trailers;
    }

    @Override
    public void finished() {
        ended = true;
        wake();
    }

    @Override
    public void failed(IOException reason) {
        failure = reason;
        wake();
    }

    @Override
    public boolean isBrimming() {
        return waitingBytes.get() >= BRIMMING_BYTES;
    }

    @Override
    public boolean isUnwanted() {
        return closed;
    }

    private void wake() {
        Thread waiting = reader;
        if (waiting != null) LockSupport.unpark(waiting);
    }

    @Override
    public int read() throws IOException {
        return fill() ? piece[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int size) throws IOException {
        Objects.checkFromIndexSize(offset, size, target.length);
        if (size == 0) return 0;
        if (!fill()) return -1;
        int count = Math.min(size, piece.length - position);
        System.arraycopy(piece, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public int available() {
        return piece.length - position;
    }

    private boolean fill() throws IOException {
        while (position == piece.length) {
            byte[] next = await();
            if (next == null) return false;
            piece = next;
            position = 0;
        }
        return true;
    }

    /** The next piece, or null at the end. */
    private byte @Nullable [] await() throws IOException {
        BlockingCalls.refuseOnEventLoop();
        reader = Thread.currentThread();
        try {
            while (true) {
                if (closed) throw new IOException("the stream is closed");
                // What ended is looked at before the queue, so that nothing that came first is missed.
                boolean last = ended;
                IOException reason = failure;
                byte[] next = pieces.poll();
                if (next != null) return taken(next);
                if (reason != null) throw reason;
                if (last) return null;
                if (Thread.interrupted()) throw new IOException("interrupted while the answer was read");
                LockSupport.park(this);
            }
        } finally {
            reader = null;
        }
    }

    private byte[] taken(byte[] next) {
        int weight = next.length + PIECE_BYTES;
        int left = waitingBytes.addAndGet(-weight);
        if (left < RESUME_BYTES && left + weight >= RESUME_BYTES) carrier.execute(() -> carrier.resume(this));
        return next;
    }

    /** What was not read is lost, and the connection with it. */
    @Override
    public void close() {
        if (closed) return;
        closed = true;
        wake();
        if (!ended) carrier.execute(() -> carrier.leaveUnread(this));
    }
}

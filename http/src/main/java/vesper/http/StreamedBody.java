package vesper.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A body that is read while it arrives: the connection's event loop fills it, the handler's thread drains it, and
 * where {@value #FULL_BYTES} bytes wait the connection stops reading.
 *
 * <p>No locks: an event loop must never wait for a thread that it carries.
 */
final class StreamedBody implements RequestBody, BodySink {
    private static final int FULL_BYTES = 64 << 10;
    /** What a chunk costs beside its bytes: one of a single byte is not a small one. */
    private static final int CHUNK_BYTES = 64;

    private static final int RESUME_BYTES = 32 << 10;

    private final long length;
    private final HeldBytes budget;
    private final AtomicLong taken = new AtomicLong();
    private final Runnable begun;
    private final Runnable drained;
    private final ConcurrentLinkedQueue<byte[]> chunks = new ConcurrentLinkedQueue<>();
    /** What waits, with what it costs to keep it. */
    private final AtomicInteger waitingBytes = new AtomicInteger();

    private volatile boolean ended;
    private volatile boolean released;
    private volatile @Nullable IOException failure;
    private volatile @Nullable Thread reader;
    private boolean opened;

    /**
     * @param begun run once when the handler first reads, on its thread
     * @param drained run on the handler's thread when a full body has room again
     */
    StreamedBody(long length, HeldBytes budget, Runnable begun, Runnable drained) {
        this.length = length;
        this.budget = budget;
        this.begun = begun;
        this.drained = drained;
    }

    @Override
    public void content(byte[] bytes, int from, int to) {
        waitingBytes.addAndGet(to - from + CHUNK_BYTES);
        chunks.add(Arrays.copyOfRange(bytes, from, to));
        wakeReader();
    }

    @Override
    public void finished() {
        ended = true;
        wakeReader();
    }

    @Override
    public void failed(IOException reason) {
        if (ended) return;
        failure = reason;
        wakeReader();
    }

    @Override
    public boolean isFull() {
        return waitingBytes.get() >= FULL_BYTES;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public InputStream stream() throws IOException {
        open();
        return new Stream();
    }

    private void open() throws IOException {
        if (opened) throw new IOException("the body has been read already");
        opened = true;
        begun.run();
    }

    /** Held whole, so it counts against the budget until the exchange is over. */
    @Override
    public byte[] bytes() throws IOException {
        return bytes(Long.MAX_VALUE);
    }

    @Override
    public byte[] bytes(long mostBytes) throws IOException {
        if (length > mostBytes) throw RequestBody.tooLarge(mostBytes);
        open();
        Gathered whole = new Gathered();
        try {
            for (byte[] chunk = await(); chunk != null; chunk = await()) {
                if (!budget.take(chunk.length)) throw new RefusedException(HeldBytes.TOO_MANY_BODIES);
                taken.addAndGet(chunk.length);
                if (whole.size() + (long) chunk.length > mostBytes) throw RequestBody.tooLarge(mostBytes);
                whole.add(chunk);
            }
        } finally {
            // An exchange may be over while its handler still reads; nobody else would give this back.
            if (released) budget.giveBack(taken.getAndSet(0));
        }
        return whole.joined();
    }

    @Override
    public void release() {
        released = true;
        budget.giveBack(taken.getAndSet(0));
        if (failure == null) failed(new IOException("the request was answered before its body was read to the end"));
    }

    private void wakeReader() {
        Thread waiting = reader;
        if (waiting != null) LockSupport.unpark(waiting);
    }

    /** The next chunk, or null at the end of the content. */
    private byte @Nullable [] await() throws IOException {
        reader = Thread.currentThread();
        try {
            while (true) {
                // What ended is looked at before the queue, so that nothing that came first is missed.
                boolean last = ended;
                IOException reason = failure;
                byte[] chunk = chunks.poll();
                if (chunk != null) return taken(chunk);
                if (reason != null) throw reason;
                if (last) return null;
                if (Thread.interrupted()) throw new IOException("interrupted while reading the body");
                LockSupport.park(this);
            }
        } finally {
            reader = null;
        }
    }

    private byte[] taken(byte[] chunk) {
        int cost = chunk.length + CHUNK_BYTES;
        int left = waitingBytes.addAndGet(-cost);
        if (left < RESUME_BYTES && left + cost >= RESUME_BYTES) drained.run();
        return chunk;
    }

    private final class Stream extends InputStream {
        private byte[] chunk = {};
        private int position;
        private boolean atEnd;

        @Override
        public int read() throws IOException {
            return fill() ? chunk[position++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int size) throws IOException {
            Objects.checkFromIndexSize(offset, size, target.length);
            if (size == 0) return 0;
            if (!fill()) return -1;
            int count = Math.min(size, chunk.length - position);
            System.arraycopy(chunk, position, target, offset, count);
            position += count;
            return count;
        }

        @Override
        public int available() {
            return chunk.length - position;
        }

        private boolean fill() throws IOException {
            while (position == chunk.length) {
                byte[] next = atEnd ? null : await();
                if (next == null) {
                    atEnd = true;
                    return false;
                }
                chunk = next;
                position = 0;
            }
            return true;
        }
    }

    /** What a reader gets where the client went away in the middle. */
    static IOException cutOff() {
        return new ClientGoneException("the client closed the connection before its request was whole");
    }
}

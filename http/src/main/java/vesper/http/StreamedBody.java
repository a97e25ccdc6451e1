package vesper.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import vesper.http.flow.ArrivingContent;
import vesper.http.flow.ContentInput;

/** A body that is read while it arrives: the connection's event loop fills it, the handler's thread drains it. */
final class StreamedBody implements RequestBody, BodySink {
    private final long length;
    private final HeldBytes budget;
    private final AtomicLong taken = new AtomicLong();
    private final Runnable begun;
    private final ArrivingContent arriving;
    private volatile boolean released;
    private boolean opened;

    /**
     * @param begun run once when the handler first reads, on its thread
     * @param drained run on the handler's thread when a full body has room again
     */
    StreamedBody(long length, HeldBytes budget, Runnable begun, Runnable drained) {
        this.length = length;
        this.budget = budget;
        this.begun = begun;
        this.arriving = new ArrivingContent(drained);
    }

    @Override
    public void content(byte[] bytes, int from, int to) {
        arriving.add(bytes, from, to);
    }

    @Override
    public void finished() {
        arriving.end();
    }

    @Override
    public void failed(IOException reason) {
        arriving.fail(reason);
    }

    @Override
    public boolean isFull() {
        return arriving.isFull();
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public InputStream stream() throws IOException {
        open();
        return new ContentInput() {
            @Override
            protected byte @Nullable [] next() throws IOException {
                return arriving.next();
            }
        };
    }

    private void open() throws IOException {
        if (opened) throw new IOException("the body has been read already");
        opened = true;
        begun.run();
    }

    /** Counts against the budget until the exchange is over, since the body is held as a whole. */
    @Override
    public byte[] bytes() throws IOException {
        return bytes(Long.MAX_VALUE);
    }

    @Override
    public byte[] bytes(long mostBytes) throws IOException {
        if (length > mostBytes) throw RequestBody.tooLarge(mostBytes);
        open();
        ContentBuffer whole = new ContentBuffer();
        try {
            for (byte[] chunk = arriving.next(); chunk != null; chunk = arriving.next()) {
                if (!budget.take(chunk.length)) throw new RefusedException(HeldBytes.TOO_MANY_BODIES);
                taken.addAndGet(chunk.length);
                if (whole.size() + (long) chunk.length > mostBytes) throw RequestBody.tooLarge(mostBytes);
                whole.add(chunk);
            }
        } finally {
            // If the exchange ended while the handler was still reading, nothing else gives this back.
            if (released) budget.release(taken.getAndSet(0));
        }
        return whole.joined();
    }

    @Override
    public void release() {
        released = true;
        budget.release(taken.getAndSet(0));
        failed(new IOException("the request was answered before its body was read to the end"));
    }

    /** Returns the exception for a reader when the client leaves before the end of the body. */
    static IOException cutOff() {
        return new ClientGoneException("the client closed the connection before its request was whole");
    }
}

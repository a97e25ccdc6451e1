package vesper.http.client;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.flow.ArrivingContent;
import vesper.http.flow.ContentInput;

/** A response body that one thread reads while it arrives. */
final class ResponseBodyStream extends ContentInput implements ResponseSink {
    private final Carrier carrier;
    private final ArrivingContent arriving;
    private volatile Headers trailers = Headers.NONE;
    private volatile boolean closed;

    ResponseBodyStream(Carrier carrier) {
        this.carrier = carrier;
        this.arriving = new ArrivingContent(() -> carrier.execute(() -> carrier.resume(this)));
    }

    @Override
    public void content(byte[] bytes, int from, int to) {
        if (!closed) arriving.add(bytes, from, to);
    }

    @Override
    public void trailers(Headers fields) {
        trailers = fields;
    }

    /** Returns the trailers, available once the body was read to its end. */
    Headers trailers() {
        return trailers;
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
    public boolean isBrimming() {
        return arriving.isFull();
    }

    @Override
    public boolean isUnwanted() {
        return closed;
    }

    @Override
    protected byte @Nullable [] next() throws IOException {
        BlockingCalls.refuseOnEventLoop();
        if (closed) throw new IOException("the stream is closed");
        return arriving.next();
    }

    /** Closes the stream. The unread part of the body is lost, and the connection with it. */
    @Override
    public void close() {
        if (closed) return;
        closed = true;
        boolean comes = !arriving.hasEnded();
        arriving.fail(new IOException("the stream is closed"));
        if (comes) carrier.execute(() -> carrier.leaveUnread(this));
    }
}

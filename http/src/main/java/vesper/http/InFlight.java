package vesper.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** One exchange from its head until the last byte of its answer is in the output. Touched by its event loop alone. */
final class InFlight {
    /** Content that nobody read is dropped up to here to save the connection; beyond, it is closed. */
    static final long DROPPED_BYTES = 256 << 10;

    final RequestHead head;
    /** When its head was whole, {@link System#nanoTime}. */
    final long startedAt;

    /** Null until the request is handed to its handler. */
    @Nullable
    Request request;
    /** Null where the content came with the head, is complete, or is given up. */
    @Nullable
    BodyDecoder content;

    BodySink sink = BodySink.NOWHERE;
    /** Whether the client was told to send its content. */
    boolean continued;

    boolean answered;
    /** Whether content is still being written after the answer's head. */
    boolean streaming;
    /** Whether a client that closes its side wants no more of it. */
    boolean untilClientCloses;
    /** Whether that content is chunked; else its length was told, or it ends with the connection. */
    boolean chunked;

    int status;
    /** Of content that is complete. */
    long bytesReceived;

    long bytesSent;
    private @Nullable ContentRate rate;

    InFlight(RequestHead head, long startedAt) {
        this.head = head;
        this.startedAt = startedAt;
    }

    /** Its content does not come with its head. */
    void begin(HttpLimits limits) {
        content = new BodyDecoder(head, limits);
        rate = new ContentRate(limits);
    }

    boolean isHead() {
        return head.method() == Method.HEAD;
    }

    boolean isHttp11() {
        return head.version() == HttpVersion.HTTP_1_1;
    }

    /** Whether all of its answer is in the output, although its content may still be coming. */
    boolean isAnsweredWhole() {
        return answered && !streaming;
    }

    /** Whether the client waits for 100 before it sends content. */
    boolean clientWaits() {
        return content != null && head.expectsContinue() && content.received() == 0 && !continued && !answered;
    }

    /** Whether the content that nobody read is small enough to be dropped for the sake of the connection. */
    boolean restIsWorthReading() {
        if (content == null) return true;
        return !clientWaits() && content.remaining() >= 0 && content.remaining() <= DROPPED_BYTES;
    }

    /** Whether content comes too slowly; called once per round while it is waited for. */
    boolean isTooSlow() {
        return content != null && rate != null && !clientWaits() && rate.isTooSlow(content.received());
    }

    /** The content is given up or complete, and whatever was kept of it is let go. */
    void release() {
        sink.release();
        sink = BodySink.NOWHERE;
    }

    Exchange finished(InetSocketAddress remoteAddress, Loop loop) {
        long received = content == null ? bytesReceived : content.received();
        long duration = loop.answeredAt() - startedAt;
        return new Exchange(
                request, remoteAddress, status, received, bytesSent, loop.wallClockMillis(startedAt), duration);
    }
}

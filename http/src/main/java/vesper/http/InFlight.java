package vesper.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1.1 exchange, from its head until the last byte of its response is in the output. Used by its event loop
 * only.
 */
final class InFlight {
    /** Up to this much unread content is dropped to save the connection; beyond it, the connection is closed. */
    static final long DROPPED_BYTES = 256 << 10;

    final RequestHead head;
    /** Time when its head was complete, {@link System#nanoTime}. */
    final long startedAt;

    /** Null until the request is handed to its handler. */
    @Nullable
    Request request;
    /** Null if the content arrived with the head, is complete, or was given up. */
    @Nullable
    BodyDecoder content;

    BodySink sink = BodySink.NOWHERE;
    /** True once 100 Continue was sent. */
    boolean continued;

    boolean answered;
    /** True while content is still being written after the head of the response. */
    boolean streaming;
    /** True if the response ends when the client closes its side. */
    boolean untilClientCloses;
    /** True if the streamed content is chunked; else its length was declared, or it ends with the connection. */
    boolean chunked;

    int status;
    /** Size of the content, once it is complete. */
    long bytesReceived;

    long bytesSent;
    private @Nullable ContentRate rate;

    InFlight(RequestHead head, long startedAt) {
        this.head = head;
        this.startedAt = startedAt;
    }

    /** Prepares for content that does not arrive with the head. */
    void start(HttpLimits limits) {
        content = new BodyDecoder(head, limits);
        rate = new ContentRate(limits);
    }

    boolean isHead() {
        return head.method() == Method.HEAD;
    }

    boolean isHttp11() {
        return head.version() == HttpVersion.HTTP_1_1;
    }

    /** Returns whether the whole response is in the output, although request content may still arrive. */
    boolean isAnsweredWhole() {
        return answered && !streaming;
    }

    /** Returns whether the client waits for 100 Continue before it sends content. */
    boolean clientWaits() {
        return content != null && head.expectsContinue() && content.received() == 0 && !continued && !answered;
    }

    /** Returns whether the unread content is small enough to be dropped for the sake of the connection. */
    boolean restIsWorthReading() {
        if (content == null) return true;
        return !clientWaits() && content.remaining() >= 0 && content.remaining() <= DROPPED_BYTES;
    }

    /** Returns whether content arrives too slowly. Called once per round while content is expected. */
    boolean isTooSlow() {
        return content != null && rate != null && !clientWaits() && rate.isTooSlow(content.received());
    }

    /** Releases what is stored of the content, once it is complete or given up. */
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

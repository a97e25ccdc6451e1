package vesper.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A sender for the requests of an HTTP/1.1 connection, one after the other: the head, then the content, either at once
 * or after the server's 100 Continue. Used by the event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed write shows as a closed channel
final class RequestSender {
    /** Longest wait for 100 Continue, after which the content is sent without it (RFC 9110, section 10.1.1). */
    static final long CONSENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Content up to this size is sent with the head, in one buffer. */
    private static final int WITH_HEAD_BYTES = 16 << 10;

    private static final int SLICE_BYTES = 64 << 10;
    private static final byte[] NOTHING = {};
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);

    private final Http1Calls calls;
    private final SocketChannel channel;
    private final Progress progress;

    private RequestContent content = RequestContent.NONE;
    /** Content being handed to the channel in slices, or null. */
    private byte @Nullable [] unsent;

    private int handed;
    /** Null if the content is not streamed, or may no longer be sent. */
    private @Nullable RequestStream writer;

    /** Deadline for the server's 100 Continue; 0 if not waiting for it. */
    private long consentUntil;

    private boolean sent = true;

    RequestSender(Http1Calls calls, SocketChannel channel, Progress progress) {
        this.calls = calls;
        this.channel = channel;
        this.progress = progress;
    }

    void send(ClientRequest request, AddedFields further) {
        byte[] head = request.encodedHead();
        byte[] more = further.lines();
        content = request.content();
        consentUntil = 0;
        boolean asksFirst = request.asksFirst();
        byte[] whole =
                content instanceof RequestContent.Whole known && known.bytes.length <= WITH_HEAD_BYTES && !asksFirst
                        ? known.bytes
                        : NOTHING;
        ByteBuf out = channel.alloc().ioBuffer(head.length + more.length + 2 + whole.length);
        out.writeBytes(head).writeBytes(more).writeBytes(LINE_END).writeBytes(whole);
        sent = whole.length == content.length();
        if (asksFirst) consentUntil = System.nanoTime() + CONSENT_NANOS;
        if (sent || asksFirst) {
            channel.writeAndFlush(out, channel.voidPromise());
        } else {
            channel.write(out, channel.voidPromise());
            sendContent();
        }
    }

    /** Handles 100 Continue, expected or not. */
    void consented() {
        if (consentUntil != 0) sendContent();
    }

    /** Sends the content if 100 Continue has not arrived in time. */
    void checkTime(long now) {
        if (consentUntil != 0 && now - consentUntil > 0) sendContent();
    }

    /** Called when the response starts: the server responded without waiting for the content. */
    void responseStarted() {
        consentUntil = 0;
    }

    private void sendContent() {
        consentUntil = 0;
        progress.made();
        switch (content) {
            case RequestContent.Whole whole -> {
                unsent = whole.bytes;
                handed = 0;
                resume();
            }
            case RequestContent.Written written -> {
                channel.flush();
                writer = calls.write(written);
            }
        }
    }

    /**
     * Continues with content in memory while the channel has room. The channel copies each slice out of the heap, so
     * slices are limited to what the server takes; otherwise all content would be copied.
     */
    void resume() {
        if (unsent == null) return;
        while (unsent != null && channel.isWritable()) sendSlice(unsent);
        channel.flush();
    }

    private void sendSlice(byte[] bytes) {
        int length = Math.min(SLICE_BYTES, bytes.length - handed);
        ByteBuf slice = Unpooled.wrappedBuffer(bytes, handed, length);
        handed += length;
        if (handed < bytes.length) {
            channel.write(slice, channel.voidPromise());
            return;
        }
        unsent = null;
        channel.write(slice).addListener(written -> {
            if (written.isSuccess()) markSent();
        });
    }

    /** Returns the bytes of content in memory that are not handed to the channel yet. */
    long heldBytes() {
        return unsent == null ? 0 : unsent.length - handed;
    }

    private void markSent() {
        sent = true;
        progress.made();
    }

    /** Returns whether the whole request was sent. */
    boolean isSent() {
        return sent;
    }

    /** Returns whether this stream writes the current content, and may still send. */
    boolean isOf(RequestStream from) {
        return writer == from;
    }

    /** Returns whether everything written has been sent, so that only the writer can make progress. */
    boolean isWaitingForWriter() {
        RequestStream stream = writer;
        return stream != null && stream.isWaitingForWriter();
    }

    void piece(RequestStream from, byte[] piece) {
        if (from.isChunked()) {
            ByteBuf size = channel.alloc().ioBuffer(16);
            size.writeCharSequence(Integer.toHexString(piece.length) + "\r\n", US_ASCII);
            channel.write(size, channel.voidPromise());
        }
        ByteBuf bytes = from.isChunked() ? Unpooled.wrappedBuffer(piece, LINE_END) : Unpooled.wrappedBuffer(piece);
        channel.writeAndFlush(bytes).addListener(_ -> {
            progress.made();
            from.left(piece.length);
        });
    }

    void ends(RequestStream from) {
        writer = null;
        if (from.isChunked()) channel.writeAndFlush(Unpooled.wrappedBuffer(LAST_CHUNK), channel.voidPromise());
        markSent();
    }

    /** Stops sending. */
    void stop() {
        consentUntil = 0;
        unsent = null;
        RequestStream stream = writer;
        writer = null;
        if (stream != null) stream.end();
    }
}

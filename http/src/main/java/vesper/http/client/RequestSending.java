package vesper.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What goes out over a connection that speaks HTTP/1.1: one request after the other, its head, and its content behind it
 * or once the server has consented to it. Touched by the event loop alone.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed write shows as a closed channel
final class RequestSending {
    /** How long a server may keep its consent to content to itself (RFC 9110, section 10.1.1). */
    static final long CONSENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Content up to here leaves with the head, in one buffer. */
    private static final int WITH_HEAD_BYTES = 16 << 10;

    private static final int SLICE_BYTES = 64 << 10;
    private static final byte[] NOTHING = {};
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);

    private final Http1Calls calls;
    private final SocketChannel channel;
    private final Progress progress;

    private RequestContent content = RequestContent.NONE;
    /** Null where the request has no content that is written while it is sent, or none of it may be sent any more. */
    private @Nullable RequestStream writer;

    /** Until when the server's consent to content is waited for; 0 where it is not. */
    private long consentUntil;

    private boolean sent = true;

    RequestSending(Http1Calls calls, SocketChannel channel, Progress progress) {
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

    /** The server consents to content, whether that was waited for or not. */
    void consented() {
        if (consentUntil != 0) sendContent();
    }

    /** Content whose consent has not come in time is sent without. */
    void checkTime(long now) {
        if (consentUntil != 0 && now - consentUntil > 0) sendContent();
    }

    /** The server answers. Whatever it says, it says without content for which it was to be asked. */
    void answerComes() {
        consentUntil = 0;
    }

    private void sendContent() {
        consentUntil = 0;
        progress.made();
        switch (content) {
            case RequestContent.Whole whole -> sendSlices(whole.bytes);
            case RequestContent.Written written -> {
                channel.flush();
                RequestStream stream = new RequestStream(calls, written);
                writer = stream;
                stream.start();
            }
        }
    }

    /** In slices, since the transport copies each piece whole. */
    private void sendSlices(byte[] bytes) {
        int last = (bytes.length - 1) / SLICE_BYTES * SLICE_BYTES;
        for (int at = 0; at < last; at += SLICE_BYTES)
            channel.write(Unpooled.wrappedBuffer(bytes, at, SLICE_BYTES), channel.voidPromise());
        channel.writeAndFlush(Unpooled.wrappedBuffer(bytes, last, bytes.length - last))
                .addListener(written -> {
                    if (written.isSuccess()) isOut();
                });
    }

    private void isOut() {
        sent = true;
        progress.made();
    }

    /** Whether all of the request is out. */
    boolean isSent() {
        return sent;
    }

    /** Whether its content is what this stream writes, and may still be sent. */
    boolean isOf(RequestStream from) {
        return writer == from;
    }

    /** Whether only more content of its writer can make a difference. */
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
            from.sent(piece.length);
        });
    }

    void ends(RequestStream from) {
        writer = null;
        if (from.isChunked()) channel.writeAndFlush(Unpooled.wrappedBuffer(LAST_CHUNK), channel.voidPromise());
        isOut();
    }

    /** No more is sent. */
    void stop() {
        consentUntil = 0;
        RequestStream stream = writer;
        writer = null;
        if (stream != null) stream.end();
    }
}

package vesper.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What goes out over a connection that speaks HTTP/1.1: one request after the other, its head, and its content behind
 * it or once the server has consented to it. Touched by the event loop alone.
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
    /** Content that is handed to the channel slice by slice, or null. */
    private byte @Nullable [] unsent;

    private int handed;
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
            case RequestContent.Whole whole -> {
                unsent = whole.bytes;
                handed = 0;
                goOn();
            }
            case RequestContent.Written written -> {
                channel.flush();
                writer = calls.write(written);
            }
        }
    }

    /**
     * Goes on with content that is here, while the channel has room: it copies each slice out of the heap, and more of
     * them than the server takes would be a copy of everything.
     */
    void goOn() {
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
            if (written.isSuccess()) isOut();
        });
    }

    /** Content that is here and has not been handed to the channel. */
    long heldBytes() {
        return unsent == null ? 0 : unsent.length - handed;
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
            from.left(piece.length);
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
        unsent = null;
        RequestStream stream = writer;
        writer = null;
        if (stream != null) stream.end();
    }
}

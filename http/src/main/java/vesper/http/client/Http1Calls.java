package vesper.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.http.BodyDecoder;
import vesper.http.Method;
import vesper.http.frames.StuckReader;

/**
 * The calls of a connection that speaks HTTP/1.1, one after the other: sends a request, reads its answer, and gives the
 * connection back to its pool if both ended where they should. Bytes that nobody asked for end it, since they could be
 * taken for the next answer.
 */
final class Http1Calls implements Protocol, Carrier {
    /** Interim answers to one request; a server has no use for more. */
    static final int MOST_INTERIM = 100;
    /** What is left of an answer that nobody wants is read up to here to save the connection. */
    static final long DROPPED_BYTES = 64 << 10;

    static final long DROPPING_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Content up to here leaves with the head, in one buffer. */
    private static final int WITH_HEAD_BYTES = 16 << 10;

    /** How long a server may keep its consent to content to itself (RFC 9110, section 10.1.1). */
    static final long CONSENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int SLICE_BYTES = 64 << 10;
    private static final byte[] NOTHING = {};
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);

    private final ClientConnection connection;
    private final ClientEngine engine;
    private final ClientLoop loop;
    private final OriginPool pool;
    private final SocketChannel channel;
    private final ResponseHeadParser parser;

    private int requests;

    /** Null while idle, and while the rest of an answer is dropped. */
    private @Nullable Call call;

    private Method method = Method.GET;
    /** Null where the request has no content that is written while it is sent, or none of it may be sent any more. */
    private @Nullable RequestStream outgoing;

    /** Until when the server's consent to content is waited for; 0 where it is not. */
    private long consentUntil;

    private boolean sent;
    private boolean anyByte;
    private int interim;

    /** Null until the head of the answer has come. */
    private @Nullable AnswerSink sink;

    private @Nullable BodyDecoder content;
    private boolean untilClose;
    private long untilCloseBytes;
    private long mostBytes;
    private boolean keeps;
    private boolean paused;
    private long dropUntil;

    private final Progress progress = new Progress();
    private final StuckReader reader = new StuckReader();

    Http1Calls(ClientConnection connection) {
        this.connection = connection;
        this.engine = connection.engine;
        this.loop = connection.loop;
        this.pool = connection.pool;
        this.channel = connection.channel;
        ClientLimits limits = engine.settings.limits();
        parser = new ResponseHeadParser(limits.headBytes(), limits.headerLines());
    }

    @Override
    public void execute(Runnable task) {
        connection.execute(task);
    }

    @Override
    public void begin() {
        progress.made();
        connection.ready(1);
    }

    @Override
    public void start(Call next) {
        call = next;
        method = next.request().method();
        sent = false;
        anyByte = false;
        interim = 0;
        consentUntil = 0;
        keeps = true;
        progress.made();
        requests++;
        send(next);
    }

    private void send(Call next) {
        ClientRequest request = next.request();
        byte[] head = request.encodedHead();
        byte[] more = next.furtherFields().lines();
        RequestContent content = request.content();
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
            var _ = channel.writeAndFlush(out, channel.voidPromise());
        } else {
            var _ = channel.write(out, channel.voidPromise());
            sendContent(next);
        }
    }

    private void sendContent(Call of) {
        consentUntil = 0;
        progress.made();
        switch (of.request().content()) {
            case RequestContent.Whole whole -> sendSlices(whole.bytes, of);
            case RequestContent.Written written -> {
                channel.flush();
                RequestStream stream = new RequestStream(this, written);
                outgoing = stream;
                stream.start();
            }
        }
    }

    /** In slices, since the transport copies each piece whole. */
    private void sendSlices(byte[] bytes, Call of) {
        int last = (bytes.length - 1) / SLICE_BYTES * SLICE_BYTES;
        for (int at = 0; at < last; at += SLICE_BYTES) {
            var _ = channel.write(Unpooled.wrappedBuffer(bytes, at, SLICE_BYTES), channel.voidPromise());
        }
        var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(bytes, last, bytes.length - last))
                .addListener(written -> {
                    if (written.isSuccess() && call == of) requestSent();
                });
    }

    private void requestSent() {
        sent = true;
        progress.made();
    }

    @Override
    public void sendPiece(RequestStream from, byte[] piece) {
        if (isClosed() || outgoing != from) {
            from.end();
            return;
        }
        if (from.isChunked()) {
            ByteBuf size = channel.alloc().ioBuffer(16);
            size.writeCharSequence(Integer.toHexString(piece.length) + "\r\n", US_ASCII);
            var _ = channel.write(size, channel.voidPromise());
        }
        ByteBuf bytes = from.isChunked() ? Unpooled.wrappedBuffer(piece, LINE_END) : Unpooled.wrappedBuffer(piece);
        var _ = channel.writeAndFlush(bytes).addListener(_ -> {
            progress.made();
            from.sent(piece.length);
        });
    }

    @Override
    public void contentEnds(RequestStream from) {
        if (isClosed() || outgoing != from) return;
        outgoing = null;
        if (from.isChunked()) {
            var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(LAST_CHUNK), channel.voidPromise());
        }
        requestSent();
    }

    @Override
    public void contentFails(RequestStream from, Throwable reason) {
        if (isClosed() || outgoing != from) return;
        outgoing = null;
        fail(new RequestContentException(about() + ": its content could not be sent: " + reason.getMessage(), reason));
    }

    @Override
    public void received(ByteBuf received) {
        byte[] input = loop.input;
        while (received.isReadable() && !isClosed()) {
            int count = Math.min(received.readableBytes(), input.length);
            received.readBytes(input, 0, count);
            progress.made();
            received(input, count);
        }
    }

    @Override
    public void readComplete() {
        // Everything is answered as it comes.
    }

    @Override
    public void writable() {
        // What is written waits in the channel's queue.
    }

    private boolean isClosed() {
        return connection.isClosed();
    }

    private void received(byte[] bytes, int to) {
        int at = 0;
        while (at < to && !isClosed()) {
            if (call == null && sink == null) {
                // Nobody asked for this. It ends the connection before it can become somebody's answer.
                close();
            } else if (sink == null) {
                anyByte = true;
                at = parser.feed(bytes, at, to);
                if (parser.refusal() != null) refuse();
                else if (parser.isDone()) head(parser.take(), at < to);
            } else {
                at = content(bytes, at, to);
            }
        }
        AnswerSink receiver = sink;
        if (!isClosed() && receiver != null && receiver.isBrimming() && !paused) {
            paused = true;
            channel.config().setAutoRead(false);
        }
    }

    private void refuse() {
        String message = about() + ": the answer cannot be taken, " + parser.refusal();
        fail(
                parser.isTooLarge()
                        ? new AnswerTooLargeException(message, null)
                        : new MalformedAnswerException(message, null));
    }

    private void head(ResponseHead head, boolean moreCame) {
        Call asked = call;
        if (asked == null) throw new IllegalStateException("a head that nobody waits for");
        if (head.isInterim()) {
            interim(head);
            return;
        }
        // Whatever it says, it says without the content.
        consentUntil = 0;
        keeps = head.keepsAlive();
        boolean empty = method == Method.HEAD || head.status() == 204 || head.status() == 304;
        // A length with 204 is against the rules, so who knows what follows.
        if (head.status() == 204 && head.contentLength() > 0) keeps = false;
        long length = empty ? 0 : head.contentLength();
        boolean chunked = head.chunked() && !empty;
        AnswerSink receiver = asked.answered(head, this);
        if (receiver == null) {
            call = null;
            receiver = AnswerSink.NOWHERE;
            mostBytes = DROPPED_BYTES;
            dropUntil = System.nanoTime() + DROPPING_NANOS;
        } else {
            mostBytes = asked.mostBytes();
        }
        sink = receiver;
        if (receiver.isUnwanted()) close();
        else begin(length, chunked, empty, moreCame);
    }

    private void begin(long length, boolean chunked, boolean empty, boolean moreCame) {
        if (length > mostBytes) {
            tooLarge(length);
        } else if (chunked) {
            ClientLimits limits = engine.settings.limits();
            content = BodyDecoder.chunked(mostBytes, limits.headBytes(), limits.headerLines());
        } else if (length > 0) {
            content = BodyDecoder.ofLength(length);
        } else if (empty || length == 0) {
            finish(moreCame);
        } else {
            untilClose = true;
            untilCloseBytes = 0;
        }
    }

    private void interim(ResponseHead head) {
        if (head.status() == 101)
            fail(new MalformedAnswerException(about() + ": the server switches protocols unasked", null));
        else if (++interim > MOST_INTERIM)
            fail(new MalformedAnswerException(
                    about() + ": more than " + MOST_INTERIM + " interim answers and no real one", null));
        else if (head.status() == 100 && consentUntil != 0) consented();
    }

    private void consented() {
        Call asked = call;
        if (asked != null) sendContent(asked);
    }

    private int content(byte[] bytes, int from, int to) {
        AnswerSink receiver = sink;
        if (receiver == null) throw new IllegalStateException("content without a receiver");
        BodyDecoder decoder = content;
        if (decoder == null) {
            untilCloseBytes += to - from;
            if (untilCloseBytes > mostBytes) tooLarge(untilCloseBytes);
            else receiver.content(bytes, from, to);
            return to;
        }
        // What has been read is taken whole; where it fills the receiver, no more is read.
        int at = decoder.decode(bytes, from, to, receiver);
        var refusal = decoder.refusal();
        if (refusal != null) {
            if (refusal.status() == 413) tooLarge(-1);
            else
                fail(new MalformedAnswerException(about() + ": the answer cannot be taken, " + refusal.detail(), null));
        } else if (decoder.isDone()) {
            receiver.trailers(decoder.trailers());
            finish(at < to);
        }
        return at;
    }

    private void tooLarge(long bytes) {
        if (call == null) {
            close();
            return;
        }
        fail(new AnswerTooLargeException(
                about() + ": the body of the answer has " + (bytes < 0 ? "more" : bytes + " bytes, more") + " than the "
                        + mostBytes + " that are taken",
                null));
    }

    /** The answer has ended. The connection is free before the caller hears of it, so that the next call can have it. */
    private void finish(boolean moreCame) {
        AnswerSink receiver = sink;
        sink = null;
        content = null;
        untilClose = false;
        call = null;
        if (paused) resume();
        if (moreCame || !keeps) {
            close();
        } else if (outgoing != null || !sent) {
            // The server answered before it had heard everything. What is left to send nobody needs.
            close();
        } else {
            released();
        }
        if (receiver != null) receiver.finished();
    }

    private void released() {
        progress.made();
        pool.release(connection);
    }

    @Override
    public void resume(AnswerStream of) {
        if (sink == of) resume();
    }

    @Override
    public void leaveUnread(AnswerStream of) {
        if (sink == of) close();
    }

    private void resume() {
        progress.made();
        if (!paused) return;
        paused = false;
        channel.config().setAutoRead(true);
    }

    @Override
    public void lost(@Nullable Throwable cause) {
        if (untilClose && connection.hasProperEnd()) {
            keeps = false;
            finish(false);
        } else if (call == null) {
            close();
        } else {
            fail(new ConnectionLostException(
                    about() + ": the connection was lost " + howFar() + ClientConnection.because(cause), cause));
        }
    }

    private String howFar() {
        if (!anyByte) return (sent ? "before" : "before all was sent and") + " any byte of an answer came";
        if (sink == null) return "in the middle of the answer's head";
        BodyDecoder decoder = content;
        if (decoder == null) return "in the middle of the answer's body";
        long left = decoder.remaining();
        return "after " + decoder.received() + (left < 0 ? "" : " of " + (decoder.received() + left))
                + " bytes of the answer's body";
    }

    /** Ends the connection because of the call that it works for. */
    private void fail(ClientException reason) {
        Call failed = call;
        AnswerSink receiver = sink;
        boolean unheard = !anyByte && requests > 1;
        close();
        if (failed == null) return;
        if (receiver != null) receiver.failed(reason);
        else if (unheard && reason instanceof ConnectionLostException) failed.foundDeadConnection(reason);
        else failed.failed(reason);
    }

    private String about() {
        Call asked = call;
        return asked == null ? pool.origin().toString() : asked.request().toString();
    }

    private void close() {
        connection.close();
    }

    @Override
    public void closed() {
        RequestStream stream = outgoing;
        if (stream != null) stream.end();
        call = null;
        sink = null;
        content = null;
        outgoing = null;
    }

    @Override
    public void abort(Call ended) {
        if (call == ended) close();
    }

    @Override
    public void clientCloses() {
        Call running = call;
        if (running != null) fail(ClientEngine.closedNow(running.request()));
        else close();
    }

    @Override
    public void checkTime(long now) {
        if (call == null && sink == null) {
            checkIdle(now);
            return;
        }
        Call running = call;
        if (running == null) {
            if (now - dropUntil > 0) close();
        } else if (running.isLate(now)) {
            fail(running.lateNow(sink == null ? "the answer's head was waited for" : "the answer's body was read"));
        } else {
            if (consentUntil != 0 && now - consentUntil > 0) sendContent(running);
            checkProgress(running, now);
        }
    }

    private void checkIdle(long now) {
        if (progress.standsNanos(now) > engine.settings.timeouts().keepIdle().toNanos() && pool.retire(connection)) {
            close();
        }
    }

    private void checkProgress(Call running, long now) {
        boolean hadUnread = reader.hasUnread();
        long stuckNanos = reader.stuckNanos(channel, 0, now);
        boolean serverReads = stuckNanos == 0 && (hadUnread || reader.hasUnread());
        RequestStream stream = outgoing;
        // Where the caller is slow to write its content, the server is not to blame.
        boolean callerIsSlow = stream != null && stream.isWaitingForWriter() && !anyByte;
        if (serverReads || callerIsSlow) progress.made();
        TimedOutException late = progress.late(now, needs(), engine.settings.timeouts(), running.request());
        if (late != null) fail(late);
    }

    private Progress.Needs needs() {
        if (paused) return Progress.Needs.READER;
        if (!sent) return Progress.Needs.ROOM_FOR_REQUEST;
        return anyByte ? Progress.Needs.MORE_OF_ANSWER : Progress.Needs.FIRST_BYTE;
    }
}

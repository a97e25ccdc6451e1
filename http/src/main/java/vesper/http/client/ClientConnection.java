package vesper.http.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.http.BodyDecoder;
import vesper.http.Method;

/**
 * One HTTP/1.1 connection of a pool: sends a request, reads its answer, and goes back to its pool if both ended where
 * they should. Bytes that nobody asked for end it, since they could be taken for the next answer.
 *
 * <p>Everything but {@link #begin}, {@link #abort} and {@link #execute} runs on its event loop.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
    /** Interim answers to one request; a server has no use for more. */
    private static final int MOST_INTERIM = 100;
    /** What is left of an answer that nobody wants is read up to here to save the connection. */
    private static final long DROPPED_BYTES = 64 << 10;

    private static final long DROPPING_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** Content up to here leaves with the head, in one buffer. */
    private static final int WITH_HEAD_BYTES = 16 << 10;

    private static final int SLICE_BYTES = 64 << 10;
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);

    private final ClientEngine engine;
    private final ClientLoop loop;
    private final OriginPool pool;
    private final SocketChannel channel;
    private final ResponseHeadParser parser;
    /** Its index among the loop's connections. */
    int place;

    private boolean ready;
    private boolean closed;
    private boolean tlsEnded;
    private @Nullable Throwable cause;
    private int requests;

    /** Null while idle, and while the rest of an answer is dropped. */
    private @Nullable Call call;

    private Method method = Method.GET;
    /** Null where the request has no content that is written while it is sent, or none of it may be sent any more. */
    private @Nullable RequestStream outgoing;

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

    private boolean progressed;
    private long progressAt = System.nanoTime();
    private long unsentBefore;

    ClientConnection(ClientEngine engine, ClientLoop loop, OriginPool pool, SocketChannel channel) {
        this.engine = engine;
        this.loop = loop;
        this.pool = pool;
        this.channel = channel;
        ClientLimits limits = engine.settings.limits();
        parser = new ResponseHeadParser(limits.headBytes(), limits.headerLines());
    }

    /** Runs on its loop, or not at all where that has ended with the client. */
    void execute(Runnable task) {
        try {
            if (loop.eventLoop.inEventLoop()) task.run();
            else loop.eventLoop.execute(task);
        } catch (RejectedExecutionException e) {
            // Its end has been told to whoever waited.
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        loop.add(this);
        if (!pool.origin().secure()) nowReady();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) nowReady();
            else notReady(tlsFailure(handshake.cause()));
        } else if (event instanceof SslCloseCompletionEvent end) {
            tlsEnded = end.isSuccess();
        }
    }

    private ClientException tlsFailure(Throwable reason) {
        if (reason instanceof SslHandshakeTimeoutException) {
            Duration bound = engine.settings.timeouts().tls();
            return new TimedOutException(
                    TimedOutException.Phase.TLS, bound, pool.origin() + ": no TLS handshake within " + bound);
        }
        if (reason instanceof ClosedChannelException)
            return new TlsFailedException(
                    "no TLS connection to " + pool.origin() + ": the server closed it in the middle of the handshake",
                    reason);
        Throwable root = reason;
        while (root.getCause() != null) root = root.getCause();
        return new TlsFailedException(
                "no TLS connection to " + pool.origin() + ": "
                        + (root.getMessage() == null ? root.toString() : root.getMessage()),
                reason);
    }

    private void nowReady() {
        if (engine.isClosed()) {
            notReady(new ClientClosedException("the client is closed", null));
            return;
        }
        ready = true;
        progressed = true;
        pool.ready(this);
    }

    private void notReady(ClientException reason) {
        if (closed || ready) return;
        leave();
        pool.notConnected(reason);
    }

    /** Leaves loop and socket behind. */
    private void leave() {
        closed = true;
        loop.remove(this);
        engine.connections.decrementAndGet();
        var _ = channel.close();
    }

    /** Sends the call's request. Any thread may call, after the pool gave it this connection. */
    void begin(Call next) {
        next.runsOn(this);
        if (loop.eventLoop.inEventLoop()) start(next);
        else
            try {
                loop.eventLoop.execute(next);
            } catch (RejectedExecutionException e) {
                next.failed(ClientEngine.closedNow(next.request()));
            }
    }

    /** Continues {@link #begin} on the loop. */
    void start(Call next) {
        if (closed || !channel.isActive()) {
            close();
            next.notBegun();
            return;
        }
        if (next.isOver()) {
            pool.release(this);
            return;
        }
        call = next;
        method = next.request().method();
        sent = false;
        anyByte = false;
        interim = 0;
        keeps = true;
        progressed = true;
        requests++;
        send(next);
    }

    private void send(Call next) {
        ClientRequest request = next.request();
        byte[] head = request.encodedHead();
        byte[] more = next.furtherFields();
        byte[] whole = request.content() instanceof RequestContent.Whole known ? known.bytes : new byte[0];
        boolean together = whole.length <= WITH_HEAD_BYTES;
        ByteBuf out = channel.alloc().ioBuffer(head.length + more.length + 2 + (together ? whole.length : 0));
        out.writeBytes(head).writeBytes(more).writeBytes(LINE_END);
        if (together) out.writeBytes(whole);
        switch (request.content()) {
            case RequestContent.Whole _
            when together -> {
                sent = true;
                var _ = channel.writeAndFlush(out, channel.voidPromise());
            }
            case RequestContent.Whole _ -> {
                var _ = channel.write(out, channel.voidPromise());
                sendSlices(whole, next);
            }
            case RequestContent.Written written -> {
                var _ = channel.writeAndFlush(out, channel.voidPromise());
                RequestStream stream = new RequestStream(this, written);
                outgoing = stream;
                stream.start();
            }
        }
    }

    /** In slices, so that progress can be told from standstill. */
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
        progressed = true;
    }

    /** A piece of content that is written while it is sent. */
    void sendPiece(RequestStream from, byte[] piece) {
        if (closed || outgoing != from) {
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
            progressed = true;
            from.sent(piece.length);
        });
    }

    void contentEnds(RequestStream from) {
        if (closed || outgoing != from) return;
        outgoing = null;
        if (from.isChunked()) {
            var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(LAST_CHUNK), channel.voidPromise());
        }
        requestSent();
    }

    void contentFails(RequestStream from, Throwable reason) {
        if (closed || outgoing != from) return;
        outgoing = null;
        fail(new RequestContentException(about() + ": its content could not be sent: " + reason.getMessage(), reason));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf received = (ByteBuf) message;
        try {
            byte[] input = loop.input;
            while (received.isReadable() && !closed) {
                int count = Math.min(received.readableBytes(), input.length);
                received.readBytes(input, 0, count);
                progressed = true;
                received(input, count);
            }
        } finally {
            received.release();
        }
    }

    private void received(byte[] bytes, int to) {
        int at = 0;
        while (at < to && !closed) {
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
        if (!closed && receiver != null && receiver.isBrimming() && !paused) {
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
        begin(length, chunked, empty, moreCame);
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
        progressed = true;
        pool.release(this);
    }

    /** The reader of an answer has taken what waited. */
    void resume(AnswerStream of) {
        if (sink == of) resume();
    }

    /** The reader of an answer wants no more of it. */
    void leaveUnread(AnswerStream of) {
        if (sink == of) close();
    }

    private void resume() {
        progressed = true;
        if (!paused) return;
        paused = false;
        channel.config().setAutoRead(true);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (closed) return;
        if (!ready) {
            notReady(new NotConnectedException(
                    "no connection to " + pool.origin() + ": it was closed at once" + because(), cause));
        } else if (untilClose && cause == null && (!pool.origin().secure() || tlsEnded)) {
            keeps = false;
            finish(false);
        } else if (call == null) {
            close();
        } else {
            fail(new ConnectionLostException(about() + ": the connection was lost " + howFar() + because(), cause));
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

    private String because() {
        return cause == null ? "" : " (" + cause.getMessage() + ")";
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        if (cause == null) cause = thrown;
        var _ = channel.close();
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

    /** Ends the connection; whoever it worked for must have been told. */
    void close() {
        if (closed) return;
        leave();
        RequestStream stream = outgoing;
        if (stream != null) stream.end();
        call = null;
        sink = null;
        content = null;
        outgoing = null;
        if (ready) pool.gone(this);
    }

    /** From any thread. */
    void closeSoon() {
        execute(this::close);
    }

    /** Ends the connection if it still works for this call, which nobody waits for any more. From any thread. */
    void abort(Call ended) {
        execute(() -> {
            if (call == ended) close();
        });
    }

    /** The client closes. */
    void clientCloses() {
        Call running = call;
        if (running != null) fail(ClientEngine.closedNow(running.request()));
        else close();
    }

    /** Called ten times a second. */
    void checkTime(long now) {
        if (!ready || closed) return;
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
            checkProgress(now);
        }
    }

    private void checkIdle(long now) {
        if (progressed) {
            progressed = false;
            progressAt = now;
        } else if (now - progressAt > engine.settings.timeouts().keepIdle().toNanos() && pool.retire(this)) {
            close();
        }
    }

    private void checkProgress(long now) {
        var unsent = channel.unsafe().outboundBuffer();
        long unsentBytes = unsent == null ? 0 : unsent.totalPendingWriteBytes();
        RequestStream stream = outgoing;
        // Where the caller is slow to write its content, the server is not to blame.
        boolean callerIsSlow = stream != null && stream.isWaitingForWriter() && !anyByte;
        if (progressed || unsentBytes != unsentBefore || callerIsSlow) {
            progressed = false;
            unsentBefore = unsentBytes;
            progressAt = now;
            return;
        }
        boolean firstByte = sent && !anyByte;
        ClientTimeouts timeouts = engine.settings.timeouts();
        Duration bound = firstByte ? timeouts.firstByte() : timeouts.idle();
        if (now - progressAt < bound.toNanos()) return;
        fail(
                firstByte
                        ? new TimedOutException(
                                TimedOutException.Phase.FIRST_BYTE,
                                bound,
                                about() + ": no byte of an answer within " + bound)
                        : new TimedOutException(
                                TimedOutException.Phase.IDLE, bound, about() + ": " + standstill() + bound));
    }

    private String standstill() {
        if (paused) return "nobody read on in the answer for ";
        return sent ? "the answer stood still for " : "the server took no more of the request for ";
    }
}

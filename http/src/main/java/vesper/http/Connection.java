package vesper.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: takes requests out of its bytes one after the other, has each handled, and writes the
 * answers in the same order. Everything runs on the event loop, but for {@link #execute},
 * {@link #answerFromElsewhere} and {@link #cut}, which any thread may call.
 *
 * <p>Requests that came together are answered together, with one flush. While one is being handled, what comes after
 * it waits, {@value #PENDING_BYTES} bytes at most; then the connection is not read. While the client does not read
 * its answers, no further request is begun.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed write or close shows as a closed channel
final class Connection extends ChannelInboundHandlerAdapter {
    static final int PENDING_BYTES = 64 << 10;
    static final int READ_BYTES = 64 << 10;

    private static final Logger log = LoggerFactory.getLogger(Connection.class);
    private static final byte[] NOTHING = {};
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);
    /** Content up to this size is copied behind its head and leaves with it. */
    private static final int COPIED_BYTES = 16 << 10;
    /** Output beyond this is handed to the channel, which then knows whether its client reads. */
    private static final int OUTPUT_BYTES = 32 << 10;
    /** Content that nobody read is dropped up to here to save the connection; beyond, it is closed. */
    private static final long DROPPED_BYTES = 256 << 10;
    /** How long a client may still send after we closed our side, so that it gets to read the last answer. */
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long BODY_GRACE_MILLIS = 5_000;

    private enum Phase {
        /** No exchange; the next bytes are a head. */
        BETWEEN,
        /** An exchange whose content is still coming. */
        CONTENT,
        /** An exchange whose content is here, or will not be read. */
        ANSWERING,
        /** The last answer is out, our side is closed; what comes is dropped. */
        LINGERING,
        CLOSED
    }

    private final Engine engine;
    private final Loop loop;
    private final SocketChannel channel;
    private @Nullable ConnectionThread thread;
    /** Where this connection stands in its loop's list. */
    int place;

    private Phase phase = Phase.BETWEEN;
    private byte[] pending = NOTHING;
    private @Nullable ByteBuf out;
    private boolean consuming;
    private boolean reading = true;
    private boolean inputEnded;
    /** When this phase has lasted too long, {@link System#nanoTime}; see {@link #checkTime}. */
    private long deadline;
    /** Whether the beginning of a head has come, and so its deadline runs. */
    private boolean headBegun;

    private long unsentBytes;
    private long unsentSince;

    // The exchange at hand.
    private @Nullable RequestHead head;
    private @Nullable Request request;
    private @Nullable BodyDecoder body;
    private BodySink sink = BodySink.NOWHERE;
    private long contentMillis;
    private boolean answered;
    private boolean streaming;
    private boolean keepsAlive;
    private int status;
    private long bytesSent;
    private long startedAt;
    private long startedAtMillis;

    Connection(Engine engine, Loop loop, SocketChannel channel) {
        this.engine = engine;
        this.loop = loop;
        this.channel = channel;
    }

    InetSocketAddress remoteAddress() {
        return channel.remoteAddress();
    }

    // ---- what the channel tells ----

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        loop.add(this);
        deadline = loop.now() + engine.limits.idleTimeout().toNanos();
        if (engine.connections.incrementAndGet() > engine.limits.connections()) {
            refuse(new Refusal(503, "too many connections"));
            flush();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        engine.connections.decrementAndGet();
        loop.remove(this);
        boolean unfinished = phase == Phase.CONTENT || phase == Phase.ANSWERING;
        phase = Phase.CLOSED;
        sink.failed(StreamedBody.cutOff());
        if (unfinished) endExchange();
        if (thread != null) thread.end(false);
        releaseOutput();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            loop.newTurn();
            if (phase == Phase.LINGERING || phase == Phase.CLOSED) return;
            int size = pending.length + in.readableBytes();
            if (size > loop.input.length) throw new IllegalStateException(size + " bytes wait, and more were read");
            System.arraycopy(pending, 0, loop.input, 0, pending.length);
            in.readBytes(loop.input, pending.length, in.readableBytes());
            pending = NOTHING;
            consume(loop.input, size);
        } finally {
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (channel.isWritable()) pump();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event != ChannelInputShutdownEvent.INSTANCE) return;
        inputEnded = true;
        if (phase == Phase.CONTENT && !answered) {
            sink.failed(StreamedBody.cutOff());
            if (sink instanceof GatheredBody) channel.close();
        } else if (phase != Phase.ANSWERING && !streaming) {
            channel.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) log.debug("connection to {} broke", remoteAddress(), cause);
        else log.error("connection to {} is closed for a fault of ours", remoteAddress(), cause);
        channel.close();
    }

    // ---- from bytes to requests ----

    /** Goes as far into the first {@code to} bytes as it gets, and keeps the rest. */
    private void consume(byte[] bytes, int to) {
        consuming = true;
        int position = 0;
        int begun = 0;
        while (position < to) {
            int before = position;
            if (phase == Phase.CONTENT) {
                position = content(bytes, position, to);
            } else if (phase == Phase.BETWEEN && channel.isWritable() && begun < engine.limits.pipelined()) {
                begun++;
                position = head(bytes, position, to);
            } else if (phase == Phase.LINGERING || phase == Phase.CLOSED) {
                position = to;
            }
            if (position == before) break;
        }
        consuming = false;
        pending = position == to ? NOTHING : Arrays.copyOfRange(bytes, position, to);
        readOn(pending.length < PENDING_BYTES);
        if (begun == engine.limits.pipelined() && pending.length > 0) loop.eventLoop.execute(this::pump);
    }

    /** Goes on with what waits, once there is room or an answer. */
    private void pump() {
        if (consuming || phase == Phase.CLOSED) return;
        loop.newTurn();
        byte[] waiting = pending;
        pending = NOTHING;
        // The scratch input may be in use further up the stack, so the kept bytes are read where they are.
        consume(waiting, waiting.length);
        flush();
    }

    private void readOn(boolean wanted) {
        if (reading != wanted) channel.config().setAutoRead(wanted);
        reading = wanted;
    }

    private int head(byte[] bytes, int from, int to) {
        return switch (loop.parser.parse(bytes, from, to)) {
            case HeadParser.Refused(var refusal) -> {
                refuse(refusal);
                yield to;
            }
            case HeadParser.Incomplete(var begun) -> {
                if (!begun) yield bytes[to - 1] == '\r' ? to - 1 : to;
                if (!headBegun) {
                    headBegun = true;
                    deadline = loop.now() + engine.limits.headerTimeout().toNanos();
                }
                yield from;
            }
            case RequestHead complete -> begin(complete, bytes, to);
        };
    }

    private int begin(RequestHead head, byte[] bytes, int to) {
        this.head = head;
        headBegun = false;
        answered = false;
        bytesSent = 0;
        startedAt = loop.now();
        if (engine.listeners.length > 0) startedAtMillis = System.currentTimeMillis();
        engine.exchanges.incrementAndGet();

        int end = head.end();
        if (!head.hasContent()) {
            phase = Phase.ANSWERING;
            handle(RequestBody.of(NOTHING));
        } else if (!head.chunked() && head.contentLength() <= to - end) {
            int contentEnd = end + (int) head.contentLength();
            phase = Phase.ANSWERING;
            handle(RequestBody.of(Arrays.copyOfRange(bytes, end, contentEnd)));
            end = contentEnd;
        } else {
            phase = Phase.CONTENT;
            contentMillis = 0;
            body = new BodyDecoder(head, engine.limits);
            beginContent(head);
        }
        return end;
    }

    private void beginContent(RequestHead head) {
        if (engine.settings.handlers() == HandlerThreads.VIRTUAL) {
            StreamedBody streamed = new StreamedBody(
                    head.chunked() ? -1 : head.contentLength(),
                    engine.bodies,
                    () -> execute(this::sendContinue),
                    () -> execute(this::pump));
            sink = streamed;
            handle(streamed);
        } else {
            sink = new GatheredBody((int) Math.min(head.contentLength(), PENDING_BYTES), engine.bodies, this::handle);
            sendContinue();
        }
    }

    private int content(byte[] bytes, int from, int to) {
        BodyDecoder decoder = body;
        if (decoder == null) throw new IllegalStateException("content without a body");
        int position = decoder.decode(bytes, from, to, sink);
        Refusal refusal = decoder.refusal() != null ? decoder.refusal() : sink.refusal();
        if (refusal != null) {
            refuseContent(refusal);
            return to;
        }
        if (decoder.isDone()) {
            phase = answered && !streaming ? Phase.BETWEEN : Phase.ANSWERING;
            BodySink complete = sink;
            body = null;
            if (phase == Phase.BETWEEN) endExchange();
            else complete.finished();
        } else if (answered && decoder.received() > DROPPED_BYTES) {
            keepsAlive = false;
            if (!streaming) closeGently(true);
            return to;
        }
        return position;
    }

    /** Malformed, too large or too slow: nothing after it can be understood. */
    private void refuseContent(Refusal refusal) {
        phase = Phase.ANSWERING;
        keepsAlive = false;
        inputEnded = true;
        if (sink instanceof GatheredBody) refuse(refusal);
        else if (answered && !streaming) closeGently(true);
        else sink.failed(new RefusedException(refusal));
    }

    // ---- handling ----

    private void handle(RequestBody content) {
        RequestHead known = head;
        if (known == null) throw new IllegalStateException("a request without a head");
        Request now = new Request(
                known.method(),
                known.path(),
                known.query(),
                known.version(),
                known.headers(),
                content,
                remoteAddress());
        request = now;
        switch (engine.settings.handlers()) {
            case VIRTUAL -> handleOnVirtualThread(now);
            case EVENT_LOOP -> handleHere(now);
            case PLATFORM -> handleOnPlatformThread(now);
        }
    }

    private void handleOnVirtualThread(Request now) {
        ConnectionThread own = thread;
        if (own == null) thread = own = new ConnectionThread(this, loop, engine);
        Response response = own.handle(now);
        if (response != null) answer(response);
    }

    private void handleHere(Request now) {
        loop.enter(now, Thread.currentThread());
        Response response = HandlerCall.begin(engine.handler, now);
        loop.leave();
        if (response.isLater()) {
            response.whenReady().orElseThrow().whenComplete((ready, thrown) -> {
                answerFromElsewhere(thrown == null ? ready : HandlerCall.failed(now, thrown));
            });
        } else {
            answer(response);
            if (response.content() instanceof Response.Streamed) {
                Thread.startVirtualThread(() -> HandlerCall.stream(this, response, now));
            }
        }
    }

    private void handleOnPlatformThread(Request now) {
        var pool = engine.platformThreads;
        if (pool == null) throw new IllegalStateException("no platform threads");
        try {
            pool.execute(() -> {
                Response response = HandlerCall.await(engine.handler, now);
                answerFromElsewhere(response);
                HandlerCall.stream(this, response, now);
            });
        } catch (RejectedExecutionException e) {
            answer(Refusals.response(new Refusal(503, "all handler threads are busy")));
        }
    }

    // ---- answers ----

    void execute(Runnable task) {
        loop.eventLoop.execute(task);
    }

    /** Brings an answer to the loop. */
    void answerFromElsewhere(Response response) {
        execute(() -> answer(response));
    }

    /** Closes at once, so that the client sees that the answer is not whole. */
    void cut() {
        channel.close();
    }

    void answer(Response response) {
        RequestHead asked = head;
        if (phase == Phase.CLOSED || asked == null) return;
        if (response.isLater()) throw new IllegalStateException("an answer that is not there yet");
        answered = true;
        status = response.status();
        keepsAlive = asked.keepsAlive() && !engine.stopping && !inputEnded && restIsWorthReading(asked);
        boolean sendsContent = asked.method() != Method.HEAD && !Status.forbidsContent(status);
        switch (response.content()) {
            case Response.Bytes bytes -> {
                var framing =
                        Status.forbidsContent(status) ? ResponseEncoder.Framing.UNTOLD : ResponseEncoder.Framing.LENGTH;
                loop.encoder.head(response, framing, bytes.length, asked.version(), keepsAlive, output());
                if (sendsContent) write(bytes);
            }
            case Response.Streamed streamed -> beginStream(response, asked, sendsContent);
        }
        if (!streaming) answerIsOut();
    }

    /** Whether the content that nobody read is small enough to be dropped for the sake of the connection. */
    private boolean restIsWorthReading(RequestHead asked) {
        BodyDecoder decoder = body;
        if (phase != Phase.CONTENT || decoder == null) return true;
        boolean clientWaits = asked.expectsContinue() && decoder.received() == 0;
        return !clientWaits && decoder.remaining() >= 0 && decoder.remaining() <= DROPPED_BYTES;
    }

    private void beginStream(Response response, RequestHead asked, boolean sendsContent) {
        boolean chunked = asked.version() == HttpVersion.HTTP_1_1;
        if (!chunked && sendsContent) keepsAlive = false;
        var framing = chunked && sendsContent ? ResponseEncoder.Framing.CHUNKED : ResponseEncoder.Framing.UNTOLD;
        loop.encoder.head(response, framing, 0, asked.version(), keepsAlive, output());
        streaming = asked.method() != Method.HEAD;
        if (!consuming) flush();
    }

    /** Sends a piece of streamed content and tells the stream when it has left. */
    void sendChunk(byte[] chunk, ResponseStream stream) {
        RequestHead asked = head;
        if (phase == Phase.CLOSED || asked == null) {
            stream.sent(chunk.length, false);
            return;
        }
        if (!Status.forbidsContent(status)) {
            boolean chunked = asked.version() == HttpVersion.HTTP_1_1;
            ByteBuf target = output();
            if (chunked) target.writeBytes((Integer.toHexString(chunk.length) + "\r\n").getBytes(US_ASCII));
            target.writeBytes(chunk);
            if (chunked) target.writeBytes(CRLF);
            bytesSent += chunk.length;
        }
        ChannelPromise sent = channel.newPromise();
        sent.addListener(result -> stream.sent(chunk.length, result.isSuccess()));
        ByteBuf target = output();
        out = null;
        channel.writeAndFlush(target, sent);
    }

    /** The streamed content is whole. */
    void endStream() {
        RequestHead asked = head;
        if (phase == Phase.CLOSED || asked == null) return;
        if (asked.version() == HttpVersion.HTTP_1_1 && !Status.forbidsContent(status)) output().writeBytes(LAST_CHUNK);
        streaming = false;
        answerIsOut();
        flush();
        pump();
    }

    /** After an answer's last byte is in the output: on to the next request, or to the end. */
    private void answerIsOut() {
        if (engine.listeners.length > 0) tellListeners();
        if (!keepsAlive) {
            boolean moreMayCome = phase == Phase.CONTENT || inputEnded;
            endExchange();
            closeGently(moreMayCome);
        } else if (phase == Phase.ANSWERING) {
            phase = Phase.BETWEEN;
            endExchange();
        } else {
            // The rest of the content is dropped as it comes.
            sink.release();
            sink = BodySink.NOWHERE;
        }
        if (consuming) return;
        flush();
        if (phase == Phase.BETWEEN && pending.length > 0) pump();
    }

    private void tellListeners() {
        var exchange = new Exchange(
                request, remoteAddress(), status, bytesSent, startedAtMillis, System.nanoTime() - startedAt);
        for (ExchangeListener listener : engine.listeners) listener.finished(exchange);
    }

    private void endExchange() {
        if (head == null) return;
        engine.exchanges.decrementAndGet();
        sink.release();
        sink = BodySink.NOWHERE;
        head = null;
        request = null;
        body = null;
        deadline = loop.now() + engine.limits.idleTimeout().toNanos();
    }

    /** Answers what cannot be understood, and ends the connection. */
    private void refuse(Refusal refusal) {
        Response response = Refusals.response(refusal);
        Response.Bytes content = (Response.Bytes) response.content();
        keepsAlive = false;
        status = refusal.status();
        bytesSent = 0;
        loop.encoder.head(
                response, ResponseEncoder.Framing.LENGTH, content.length, HttpVersion.HTTP_1_1, false, output());
        write(content);
        if (engine.listeners.length > 0) {
            if (head == null) startedAtMillis = System.currentTimeMillis();
            if (head == null) startedAt = loop.now();
            tellListeners();
        }
        endExchange();
        closeGently(true);
    }

    private void sendContinue() {
        RequestHead asked = head;
        BodyDecoder decoder = body;
        if (asked == null || decoder == null || answered || !asked.expectsContinue() || decoder.received() > 0) return;
        output().writeBytes(CONTINUE);
        if (!consuming) flush();
    }

    // ---- output ----

    private ByteBuf output() {
        ByteBuf target = out;
        if (target == null) out = target = channel.alloc().directBuffer(1024);
        return target;
    }

    private void write(Response.Bytes content) {
        bytesSent = content.length;
        if (content.length <= COPIED_BYTES) {
            output().writeBytes(content.array, content.offset, content.length);
            if (output().readableBytes() >= OUTPUT_BYTES) handOver();
        } else {
            handOver();
            channel.write(Unpooled.wrappedBuffer(content.array, content.offset, content.length), channel.voidPromise());
        }
    }

    private void handOver() {
        ByteBuf full = out;
        out = null;
        if (full != null) channel.write(full, channel.voidPromise());
    }

    private void flush() {
        handOver();
        channel.flush();
    }

    private void releaseOutput() {
        if (out != null) out.release();
        out = null;
    }

    /**
     * Closes once everything is written. Where the client may still be sending, only our side is closed at first, since
     * a full close would make its system throw away the answer that it has not read yet (RFC 9112, section 9.6).
     */
    private void closeGently(boolean clientMaySend) {
        phase = Phase.LINGERING;
        pending = NOTHING;
        deadline = loop.now() + LINGER_NANOS;
        handOver();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(written -> {
            if (!clientMaySend || !written.isSuccess()) channel.close();
            else if (!channel.isOutputShutdown()) channel.shutdownOutput();
            readOn(true);
        });
    }

    // ---- time ----

    /** Called a few times a second. */
    void checkTime(long now) {
        if (isStuck(now)) {
            channel.close();
            return;
        }
        switch (phase) {
            case BETWEEN -> {
                if (now < deadline) return;
                if (headBegun) refuse(new Refusal(408, "the request's head took too long"));
                else channel.close();
                flush();
            }
            case CONTENT -> checkContentRate();
            case LINGERING -> {
                if (now >= deadline) channel.close();
            }
            case ANSWERING, CLOSED -> {}
        }
    }

    private void checkContentRate() {
        BodyDecoder decoder = body;
        if (decoder == null || sink.isFull() || !reading) return;
        contentMillis += Loop.ROUND_MILLIS;
        if (contentMillis < BODY_GRACE_MILLIS) return;
        if (decoder.received() * 1000 >= contentMillis * engine.limits.bodyBytesPerSecond()) return;
        refuseContent(new Refusal(408, "the request's body came too slowly"));
        flush();
    }

    /** Whether the client has not read a byte for as long as a connection may be idle. */
    private boolean isStuck(long now) {
        var buffer = channel.unsafe().outboundBuffer();
        long unsent = buffer == null ? 0 : buffer.totalPendingWriteBytes();
        if (unsent == 0 || unsent != unsentBytes) {
            unsentBytes = unsent;
            unsentSince = now;
            return false;
        }
        return now - unsentSince >= engine.limits.idleTimeout().toNanos();
    }

    // ---- the end ----

    /** The server stops: an idle connection is closed, a busy one after its answer. */
    void stop() {
        if (phase == Phase.BETWEEN && !headBegun) channel.close();
    }

    /** The time to finish is over. */
    void stopNow() {
        if (thread != null) thread.end(true);
        channel.close();
    }
}

package vesper.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.Preface;

/**
 * One client's HTTP/1.1 connection: parses its requests one after the other, has each handled, and writes the responses
 * in the same order. Everything runs on the event loop, except for {@link #execute}, {@link #cut} and {@link #hasLeft},
 * which any thread may call.
 *
 * <p>Requests that arrived together are answered together, with one flush. While one is handled, up to
 * {@value #PENDING_BYTES} bytes after it are buffered; then the connection is not read. While the client does not read
 * its responses, no further request is started.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed write or close shows as a closed channel
final class Connection extends OpenConnection implements Requester {
    static final int PENDING_BYTES = 64 << 10;
    static final int READ_BYTES = 64 << 10;

    private static final int NOT_IMPLEMENTED = 501;

    private enum Phase {
        /** No exchange is open; the next bytes are a request head. */
        BETWEEN,
        /** An exchange is open and its content is still arriving. */
        CONTENT,
        /** An exchange is open and its content is complete, or will not be read. */
        ANSWERING,
        /** The last response is written and our side is closed; further input is dropped. */
        LINGERING,
        CLOSED
    }

    private final Output output;
    private final ResponseWriter writer;
    /** The virtual thread that handles the current request, if any. */
    private @Nullable Thread handler;

    private Phase phase = Phase.BETWEEN;
    private @Nullable InFlight exchange;
    private final UnreadBytes unread = new UnreadBytes();
    /** True while {@link #consume} is on the stack: it continues with buffered input and flushes at its end. */
    private boolean consuming;

    /** True once the client has closed its side: the buffered bytes are the last ones. */
    private boolean inputEnded;
    /** True once content was refused, so that no later input can be parsed. */
    private boolean inputRefused;
    /** While a head is incomplete, {@link #deadline} is that of the head. */
    private final HeadWait headWait;
    /** End of the current phase, {@link System#nanoTime}; see {@link #checkTime}. */
    private long deadline;

    private boolean keepsAlive;
    private Peer peer = Peer.NOWHERE;
    /** True until the first request, while the client may still turn out to speak HTTP/2. */
    private boolean isFirst = true;

    Connection(Engine engine, Loop loop, SocketChannel channel, boolean encrypted) {
        super(engine, loop, channel);
        this.headWait = new HeadWait(engine.limits);
        this.output = new Output(channel, loop, engine.answers, encrypted);
        this.writer = new ResponseWriter(loop.encoder, output);
    }

    @Override
    InetSocketAddress remoteAddress() {
        return peer.address();
    }

    // ---- channel events ----

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        takeOver(Peer.plain(channel.remoteAddress(), engine.answers));
        if (engine.connections.incrementAndGet() > engine.limits.connections()) {
            refuse(new Refusal(503, "too many connections"), false, false);
        }
    }

    /** Starts serving a channel that is active and already counted as a connection. */
    void takeOver(Peer known) {
        peer = known;
        loop.add(this);
        startIdling();
        if (engine.stopping) stop();
    }

    @Override
    boolean moveTo(Loop other) {
        if (!isAtRest() || !isReading()) return false;
        new ConnectionMove(this, other).start();
        return true;
    }

    /** Returns whether it waits for a request and nothing of an earlier one remains. */
    boolean isAtRest() {
        return phase == Phase.BETWEEN
                && !isFirst
                && !inputEnded
                && unread.isEmpty()
                && !headWait.hasStarted()
                && output.isFree()
                && channel.isActive();
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    /** Returns a connection for the same client on another loop. The caller still has to register it there. */
    Connection transferTo(Loop other) {
        detach();
        if (channel.config().getRecvByteBufAllocator() instanceof ReadBuffers buffers) buffers.moveTo(other.buffers);
        Connection next = new Connection(engine, other, channel, false);
        next.peer = peer;
        next.deadline = deadline;
        next.isFirst = false;
        channel.pipeline().replace(this, "http", next);
        return next;
    }

    /** Detaches this object from the channel, which another handler takes over. */
    private void detach() {
        phase = Phase.CLOSED;
        loop.remove(this);
        output.release();
    }

    /** Answers any request with this refusal and closes the connection. */
    void refuseAll(Refusal refusal) {
        refuse(refusal);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end();
    }

    /** Cleans up after the channel has closed. */
    void end() {
        engine.connections.decrementAndGet();
        loop.remove(this);
        phase = Phase.CLOSED;
        if (exchange != null) {
            exchange.sink.failed(StreamedBody.cutOff());
            if (!exchange.isAnsweredWhole() && loop.listeners.length > 0) notifyListeners(exchange);
            endExchange(exchange);
        }
        output.release();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            loop.startIteration();
            if (phase == Phase.LINGERING || phase == Phase.CLOSED) return;
            int size = unread.length() + in.readableBytes();
            // Once a client has closed its side, Netty reads everything it had sent, wanted or not: at most a socket
            // buffer.
            byte[] input = size <= loop.input.length ? loop.input : new byte[size];
            unread.copyTo(input);
            in.readBytes(input, unread.length(), in.readableBytes());
            unread.clear();
            consume(input, 0, size);
        } finally {
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        output.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        output.resume();
        if (output.hasRoom()) pump();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event != ChannelInputShutdownEvent.INSTANCE && !(event instanceof SslCloseCompletionEvent)) return;
        inputEnded = true;
        if (phase == Phase.ANSWERING) startIdling();
        if (exchange != null && exchange.streaming && exchange.untilClientCloses) channel.close();
        else pump();
    }

    // ---- from bytes to requests ----

    /** Processes as many of these bytes as possible and buffers the rest. */
    private void consume(byte[] bytes, int from, int to) {
        int position = from;
        int begun = 0;
        consuming = true;
        try {
            while (position < to) {
                int before = position;
                if (phase == Phase.CONTENT) {
                    position = content(bytes, position, to);
                } else if (phase == Phase.BETWEEN && output.hasRoom() && begun < engine.limits.pipelined()) {
                    begun++;
                    position = head(bytes, position, to);
                } else if (phase == Phase.LINGERING || phase == Phase.CLOSED) {
                    position = to;
                }
                if (position == before) break;
            }
        } finally {
            consuming = false;
        }
        unread.keep(bytes, position, to);
        readAsRoomAllows();
        // Let other connections of this loop proceed first.
        boolean another = begun == engine.limits.pipelined() && !unread.isEmpty();
        if (another) execute(this::pump);
        else if (inputEnded) endOfInput();
    }

    void readAsRoomAllows() {
        readOn(unread.length() < PENDING_BYTES);
    }

    /** Handles the end of the client's input: complete requests are answered, an incomplete one never can be. */
    private void endOfInput() {
        switch (phase) {
            case BETWEEN -> {
                if (unread.isEmpty() || output.hasRoom()) closeGently(false);
            }
            case CONTENT -> {
                // Buffered bytes are content that the sink has no room for yet.
                if (unread.isEmpty()) failContent(current());
            }
            case LINGERING -> {
                if (channel.isOutputShutdown()) channel.close();
            }
            case ANSWERING, CLOSED -> {}
        }
    }

    private void failContent(InFlight current) {
        if (current.sink instanceof BufferedBody) {
            channel.close();
        } else if (current.isAnsweredWhole()) {
            endExchange(current);
            closeGently(false);
        } else {
            current.sink.failed(StreamedBody.cutOff());
        }
    }

    /** Continues with buffered input, after a response was written or room became free. */
    private void pump() {
        if (consuming || phase == Phase.CLOSED) return;
        loop.startIteration();
        try {
            consume(unread.bytes(), unread.from(), unread.bytes().length);
        } catch (RuntimeException e) {
            closeForFault(e);
        }
        flush();
    }

    private void flush() {
        if (loop.workers == null || !loop.workers.flushesLater(this)) output.flush();
    }

    @Override
    public void flushNow() {
        output.flush();
    }

    private int head(byte[] bytes, int from, int to) {
        if (!headWait.mayAdvance(bytes, from, to)) return from;
        return switch (loop.parser.parse(bytes, from, to)) {
            case HeadParser.Refused refused -> refused(refused, bytes, from, to);
            case HeadParser.Incomplete part -> {
                if (!part.begun()) yield bytes[to - 1] == '\r' ? to - 1 : to;
                yield incomplete(part, bytes, from, to);
            }
            case RequestHead complete -> startExchange(complete, bytes, to);
        };
    }

    private int refused(HeadParser.Refused refused, byte[] bytes, int from, int to) {
        RequestHead head = refused.head();
        if (head != null) {
            startRefused(head);
        } else if (isFirst && Preface.isPrefix(bytes, from, to)) {
            return http2(bytes, from, to);
        } else if (isFirst && refused.refusal().status() == NOT_IMPLEMENTED && isNoHttp(bytes, from, to)) {
            channel.close();
            return to;
        }
        refuse(refused.refusal(), true, refused.toHead());
        return to;
    }

    private int incomplete(HeadParser.Incomplete part, byte[] bytes, int from, int to) {
        int start = from;
        // Empty lines before it are skipped.
        while (bytes[start] == '\r') start += 2;
        if (!headWait.hasStarted())
            deadline = loop.now() + engine.limits.headerTimeout().toNanos();
        headWait.update(part, to - start);
        return start;
    }

    /**
     * Checks that the first line, which starts with no known method, does not name HTTP either. A client of another
     * protocol, or of HTTP/2 with a broken preface, could only misread a response (RFC 9113, section 3.4).
     */
    private static boolean isNoHttp(byte[] bytes, int from, int to) {
        String line = RequestTarget.text(bytes, from, to);
        int end = line.indexOf('\n');
        return end >= 0 && !line.substring(0, end).contains("HTTP/");
    }

    /**
     * Handles a client that starts with the HTTP/2 preface (RFC 9113, section 3.3). Once the preface is complete, an
     * {@link Http2Connection} takes over the channel.
     */
    private int http2(byte[] bytes, int from, int to) {
        if (to - from < Preface.LENGTH) return incomplete(HeadParser.Incomplete.LINE, bytes, from, to);
        detach();
        Http2Connection next = new Http2Connection(engine, loop, channel, peer);
        channel.pipeline().replace(this, "http", next);
        next.start();
        next.channelRead(channel.pipeline().context(next), Unpooled.copiedBuffer(bytes, from, to - from));
        return to;
    }

    /** Starts an exchange for a request that is refused for its content alone, so that listeners see the request. */
    private void startRefused(RequestHead head) {
        startExchange(head).request = requestOf(head, WholeBody.EMPTY);
    }

    private InFlight startExchange(RequestHead head) {
        headWait.reset();
        isFirst = false;
        InFlight current = new InFlight(head, loop.now());
        exchange = current;
        loop.exchangeBegan();
        return current;
    }

    private int startExchange(RequestHead head, byte[] bytes, int to) {
        InFlight current = startExchange(head);

        int end = head.end();
        if (!head.hasContent()) {
            phase = Phase.ANSWERING;
            handle(current, WholeBody.EMPTY);
        } else if (!head.chunked() && head.contentLength() <= to - end) {
            int contentEnd = end + (int) head.contentLength();
            phase = Phase.ANSWERING;
            current.bytesReceived = head.contentLength();
            handle(current, RequestBody.of(Arrays.copyOfRange(bytes, end, contentEnd)));
            end = contentEnd;
        } else {
            phase = Phase.CONTENT;
            current.start(engine.limits);
            startContent(current);
        }
        return end;
    }

    /**
     * On virtual threads, handlers read content while it arrives, since they may block. On other threads they get it as
     * a whole.
     */
    private void startContent(InFlight current) {
        RequestHead head = current.head;
        if (engine.settings.handlers() == HandlerThreads.VIRTUAL) {
            long length = head.chunked() ? -1 : head.contentLength();
            StreamedBody body = new StreamedBody(
                    length, engine.bodies, () -> execute(this::sendContinue), () -> execute(this::pump));
            current.sink = body;
            handle(current, body);
        } else {
            current.sink = new BufferedBody(engine.bodies, whole -> handle(current, whole));
            sendContinue();
        }
    }

    private void sendContinue() {
        InFlight current = exchange;
        if (current == null || !current.clientWaits()) return;
        current.continued = true;
        writer.resume();
        if (!consuming) flush();
    }

    private int content(byte[] bytes, int from, int to) {
        InFlight current = current();
        BodyDecoder decoder = current.content;
        if (decoder == null) throw new IllegalStateException("content without a decoder");
        int position = decoder.decode(bytes, from, to, current.sink);
        // With this content a handler on this thread may have answered already, and the connection may be closing.
        if (phase != Phase.CONTENT) return to;
        Refusal refusal = decoder.refusal() != null ? decoder.refusal() : current.sink.refusal();
        if (refusal != null) {
            abortContent(current, refusal);
            return to;
        }
        if (decoder.isDone()) completeContent(current);
        return position;
    }

    private void completeContent(InFlight current) {
        if (current.content != null) current.bytesReceived = current.content.received();
        current.content = null;
        phase = Phase.ANSWERING;
        if (current.isAnsweredWhole()) {
            phase = Phase.BETWEEN;
            endExchange(current);
            if (engine.stopping) closeGently(false);
        } else {
            current.sink.finished();
        }
    }

    /** Stops reading content that is malformed, too large or too slow. No later input can be parsed. */
    private void abortContent(InFlight current, Refusal refusal) {
        keepsAlive = false;
        inputRefused = true;
        phase = Phase.ANSWERING;
        if (current.sink instanceof BufferedBody) {
            refuse(refusal);
        } else if (current.isAnsweredWhole()) {
            endExchange(current);
            closeGently(true);
        } else {
            current.sink.failed(new RefusedException(refusal));
        }
    }

    private InFlight current() {
        if (exchange == null) throw new IllegalStateException("no exchange in phase " + phase);
        return exchange;
    }

    // ---- handling ----

    private void handle(InFlight current, RequestBody content) {
        Request request = requestOf(current.head, content);
        current.request = request;
        loop.dispatch.handle(this, request);
    }

    private Request requestOf(RequestHead head, RequestBody content) {
        return new Request(head.method(), head.path(), head.query(), head.version(), head.headers(), content, peer);
    }

    @Override
    public @Nullable Request beginHandling(@Nullable Thread thread) {
        InFlight current = exchange;
        if (phase == Phase.CLOSED || current == null) return null;
        handler = thread;
        return current.request;
    }

    @Override
    public boolean hasLeft() {
        return !channel.isActive();
    }

    @Override
    public long readAt() {
        return current().startedAt;
    }

    @Override
    public boolean isSending() {
        return phase == Phase.CONTENT;
    }

    // ---- responses ----

    @Override
    public void execute(Runnable task) {
        loop.eventLoop.execute(task);
    }

    @Override
    public void cut() {
        channel.close();
    }

    @Override
    public void answer(Response given) {
        InFlight current = exchange;
        if (phase == Phase.CLOSED || current == null) return;
        if (given.isLater()) throw new IllegalStateException("an answer that is not there yet");
        Response response = hasPlaceFor(given, current) ? given : HeldBytes.NO_ROOM_FOR_ANSWER;
        boolean isLast =
                inputRefused || engine.stopping || response.closes() || (inputEnded && !consuming && unread.isEmpty());
        keepsAlive = current.head.keepsAlive() && !isLast && current.restIsWorthReading();
        current.answered = true;
        current.status = response.status();
        switch (response.content()) {
            case Response.Bytes bytes -> writer.whole(current, response, bytes, keepsAlive);
            case Response.Streamed streamed ->
                startStream(current, response, current.status == Status.RESET_CONTENT ? 0 : streamed.length());
        }
        if (!current.streaming) responseWritten(current);
    }

    private boolean hasPlaceFor(Response response, InFlight current) {
        int length = response.content() instanceof Response.Bytes bytes ? bytes.length : 0;
        return length <= Output.COPIED_BYTES
                || current.isHead()
                || Status.dropsContent(response.status())
                || output.hasPlaceFor(length);
    }

    private void startStream(InFlight current, Response response, long length) {
        if (!ResponseWriter.keepsAlive(current, length)) keepsAlive = false;
        writer.startStream(current, response, length, keepsAlive);
        current.streaming = !current.isHead();
        current.untilClientCloses = response.isUntilClientCloses();
        if (inputEnded && current.untilClientCloses) channel.close();
        else if (!consuming) flush();
    }

    @Override
    public void sendChunk(byte[] chunk, ResponseStream stream) {
        if (loop.workers != null) loop.workers.deliver();
        InFlight current = exchange;
        if (phase == Phase.CLOSED || current == null) {
            stream.sent(chunk.length, false);
            return;
        }
        writer.chunk(current, chunk);
        ChannelPromise sent = channel.newPromise();
        sent.addListener(result -> stream.sent(chunk.length, result.isSuccess()));
        output.flush(sent);
    }

    @Override
    public void endStream() {
        if (loop.workers != null) loop.workers.deliver();
        InFlight current = exchange;
        if (phase == Phase.CLOSED || current == null) return;
        writer.endStream(current);
        current.streaming = false;
        // The head announced a persistent connection, but the server is stopping or the client has closed its side
        // since.
        if (engine.stopping || (inputEnded && unread.isEmpty())) keepsAlive = false;
        responseWritten(current);
    }

    /** Called when the last byte of a response is in the output: continues with the next request or closes. */
    private void responseWritten(InFlight current) {
        if (loop.listeners.length > 0) notifyListeners(current);
        if (!keepsAlive) {
            boolean moreMayCome = phase == Phase.CONTENT || inputRefused;
            endExchange(current);
            closeGently(moreMayCome);
        } else if (phase == Phase.ANSWERING) {
            phase = Phase.BETWEEN;
            endExchange(current);
        } else {
            // The rest of the content is dropped as it arrives.
            current.release();
        }
        if (consuming) return;
        if (!unread.isEmpty()) pump();
        else flush();
    }

    private void notifyListeners(InFlight current) {
        loop.notifyListeners(this, current.finished(remoteAddress(), loop));
    }

    private void endExchange(InFlight current) {
        loop.exchangeEnded();
        handler = null;
        current.release();
        if (current.request != null) loop.forgetBody(current.request);
        exchange = null;
        startIdling();
    }

    private void startIdling() {
        deadline = loop.now() + engine.limits.idleTimeout().toNanos();
    }

    /** Restarts the idle or linger timeout while the client is still reading a response. */
    private void startWaiting() {
        if (phase == Phase.BETWEEN && !headWait.hasStarted()) startIdling();
        else if (phase == Phase.LINGERING) startLingering();
    }

    private void startLingering() {
        deadline = loop.now() + engine.limits.linger().toNanos();
    }

    /** Answers input that cannot be parsed, and closes the connection. */
    private void refuse(Refusal refusal) {
        refuse(refusal, true, exchange != null && exchange.isHead());
    }

    private void refuse(Refusal refusal, boolean clientMaySend, boolean toHead) {
        Response response = Refusals.response(refusal);
        Response.Bytes content = (Response.Bytes) response.content();
        keepsAlive = false;
        writer.refusal(response, content, toHead);
        notifyListeners(refusal, toHead ? 0 : content.length);
        if (exchange != null) endExchange(exchange);
        closeGently(clientMaySend);
    }

    private void notifyListeners(Refusal refusal, int bytesSent) {
        if (loop.listeners.length == 0) return;
        Request request = exchange == null ? null : exchange.request;
        var refused =
                new Exchange(request, remoteAddress(), refusal.status(), 0, bytesSent, System.currentTimeMillis(), 0);
        loop.notifyListeners(this, refused);
    }

    // ---- time and shutdown ----

    @Override
    void checkTime(long now) {
        boolean isStuck = output.stuckNanos(now) >= engine.limits.idleTimeout().toNanos();
        if (isStuck || (inputEnded && Transport.isReset(channel))) {
            channel.close();
            return;
        }
        if (output.isWaiting()) startWaiting();
        switch (phase) {
            case BETWEEN -> {
                if (now < deadline) return;
                if (headWait.hasStarted()) refuse(new Refusal(408, "the request's head took too long"));
                else channel.close();
            }
            case CONTENT -> checkContentRate(current());
            case LINGERING -> {
                if (now >= deadline) channel.close();
            }
            case ANSWERING -> {
                if (inputEnded && !current().answered && now >= deadline) channel.close();
            }
            case CLOSED -> {}
        }
    }

    private void checkContentRate(InFlight current) {
        if (!isReading() || current.sink.isFull()) return;
        if (!current.isTooSlow()) return;
        abortContent(current, new Refusal(408, "the request's body came too slowly"));
    }

    /**
     * Closes the connection once everything is written. If the client may still be sending, only our side is closed at
     * first. A full close would make the client's system discard the response that it has not read yet (RFC 9112,
     * section 9.6).
     */
    private void closeGently(boolean clientMaySend) {
        phase = Phase.LINGERING;
        unread.clear();
        startLingering();
        ChannelPromise sent = channel.newPromise();
        sent.addListener(written -> {
            if (!clientMaySend || inputEnded || !written.isSuccess()) {
                channel.close();
            } else if (!channel.isOutputShutdown()) {
                endOutput();
                readOn(true);
            }
        });
        output.flush(sent);
    }

    @Override
    List<UnansweredRequest> unanswered() {
        InFlight current = exchange;
        if (current == null || current.isAnsweredWhole()) return List.of();
        return List.of(new UnansweredRequest(
                UnansweredRequest.id(this, 0, current.startedAt),
                current.head,
                current.request,
                peer.address(),
                current.startedAt,
                current.content == null,
                current.answered,
                handler));
    }

    /**
     * Closes an idle connection. If it was used a moment ago, another request may be on its way: the connection stays
     * open for {@link HttpSettings#drainIdle}, and the response to such a request announces the close.
     */
    @Override
    void stop() {
        if (phase != Phase.BETWEEN || headWait.hasStarted()) return;
        long idleSince = deadline - engine.limits.idleTimeout().toNanos();
        long left = engine.settings.drainIdle().toNanos() - (System.nanoTime() - idleSince);
        if (left <= 0) closeGently(false);
        else loop.eventLoop.schedule(this::stop, left, TimeUnit.NANOSECONDS);
    }

    @Override
    void stopNow() {
        if (handler != null) handler.interrupt();
        channel.close();
    }
}

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
 * One client's connection: takes requests out of its bytes one after the other, has each handled, and writes the
 * answers in the same order. Everything runs on the event loop, but for {@link #execute}, {@link #cut} and
 * {@link #hasLeft}, which any thread may call.
 *
 * <p>Requests that came together are answered together, with one flush. While one is being handled, what comes after
 * it waits, {@value #PENDING_BYTES} bytes at most; then the connection is not read. While the client does not read
 * its answers, no further request is begun.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed write or close shows as a closed channel
final class Connection extends OpenConnection implements Requester {
    static final int PENDING_BYTES = 64 << 10;
    static final int READ_BYTES = 64 << 10;

    private static final int NOT_IMPLEMENTED = 501;

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

    private final Output output;
    private final AnswerWriter writer;
    /** What handles the request at hand, where that is a virtual thread. */
    private @Nullable Thread handler;

    private Phase phase = Phase.BETWEEN;
    private @Nullable InFlight exchange;
    private final Unread unread = new Unread();
    /** True while {@link #consume} is on the stack, which then goes on and flushes by itself. */
    private boolean consuming;

    /** Whether the client has closed its side: what waits is all that there will be. */
    private boolean inputEnded;
    /** Whether content was given up, so that nothing that comes can be understood. */
    private boolean inputRefused;
    /** While it has begun, the deadline of the head runs. */
    private final HeadWait headWait;
    /** When this phase has lasted too long, {@link System#nanoTime}; see {@link #checkTime}. */
    private long deadline;

    private boolean keepsAlive;
    private Peer peer = Peer.NOWHERE;
    /** Whether nothing was asked yet, so that the client may still turn out to speak HTTP/2. */
    private boolean isFirst = true;

    Connection(Engine engine, Loop loop, SocketChannel channel, boolean encrypted) {
        super(engine, loop, channel);
        this.headWait = new HeadWait(engine.limits);
        this.output = new Output(channel, loop, engine.answers, encrypted);
        this.writer = new AnswerWriter(loop.encoder, output);
    }

    @Override
    InetSocketAddress remoteAddress() {
        return peer.address();
    }

    // ---- what the channel tells ----

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        takeOver(Peer.plain(channel.remoteAddress(), engine.answers));
        if (engine.connections.incrementAndGet() > engine.limits.connections()) {
            refuse(new Refusal(503, "too many connections"), false, false);
        }
    }

    /** Goes on with a channel that is active, and that somebody has counted. */
    void takeOver(Peer known) {
        peer = known;
        loop.add(this);
        startIdling();
        if (engine.stopping) stop();
    }

    @Override
    boolean moveTo(Loop other) {
        if (!isAtRest() || !isReading()) return false;
        new Move(this, other).begin();
        return true;
    }

    /** Whether it waits for a request, and has nothing left of an earlier one. */
    boolean isAtRest() {
        return phase == Phase.BETWEEN
                && !isFirst
                && !inputEnded
                && unread.isEmpty()
                && !headWait.hasBegun()
                && output.isFree()
                && channel.isActive();
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    /** The same client's connection at another loop, which does not know of it yet. */
    Connection goOnAt(Loop other) {
        letGo();
        if (channel.config().getRecvByteBufAllocator() instanceof ReadBuffers buffers) buffers.moveTo(other.buffers);
        Connection next = new Connection(engine, other, channel, false);
        next.peer = peer;
        next.deadline = deadline;
        next.isFirst = false;
        channel.pipeline().replace(this, "http", next);
        return next;
    }

    /** From now on the channel is somebody else's. */
    private void letGo() {
        phase = Phase.CLOSED;
        loop.remove(this);
        output.release();
    }

    /** Answers so, whatever is asked. */
    void refuseAll(Refusal refusal) {
        refuse(refusal);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end();
    }

    /** The channel is closed. */
    void end() {
        engine.connections.decrementAndGet();
        loop.remove(this);
        phase = Phase.CLOSED;
        if (exchange != null) {
            exchange.sink.failed(StreamedBody.cutOff());
            if (!exchange.isAnsweredWhole() && loop.listeners.length > 0) tellListeners(exchange);
            endExchange(exchange);
        }
        output.release();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            loop.newTurn();
            if (phase == Phase.LINGERING || phase == Phase.CLOSED) return;
            int size = unread.length() + in.readableBytes();
            // Netty reads all that a client sent before it closed its side, wanted or not: at most a socket's buffer.
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
        output.goOn();
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

    /** Goes as far into these bytes as it gets, and keeps the rest. */
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
        // Others of this loop have their turn first.
        boolean another = begun == engine.limits.pipelined() && !unread.isEmpty();
        if (another) execute(this::pump);
        else if (inputEnded) endOfInput();
    }

    void readAsRoomAllows() {
        readOn(unread.length() < PENDING_BYTES);
    }

    /** The client has closed its side; what came before is answered, and what is not whole never will be. */
    private void endOfInput() {
        switch (phase) {
            case BETWEEN -> {
                if (unread.isEmpty() || output.hasRoom()) closeGently(false);
            }
            case CONTENT -> {
                // What waits is content for which there is no room yet.
                if (unread.isEmpty()) contentIsCutOff(current());
            }
            case LINGERING -> {
                if (channel.isOutputShutdown()) channel.close();
            }
            case ANSWERING, CLOSED -> {}
        }
    }

    private void contentIsCutOff(InFlight current) {
        if (current.sink instanceof GatheredBody) {
            channel.close();
        } else if (current.isAnsweredWhole()) {
            endExchange(current);
            closeGently(false);
        } else {
            current.sink.failed(StreamedBody.cutOff());
        }
    }

    /** Goes on with what waits, once there is room or an answer. */
    private void pump() {
        if (consuming || phase == Phase.CLOSED) return;
        loop.newTurn();
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
        if (!headWait.mayTellMore(bytes, from, to)) return from;
        return switch (loop.parser.parse(bytes, from, to)) {
            case HeadParser.Refused refused -> refused(refused, bytes, from, to);
            case HeadParser.Incomplete part -> {
                if (!part.begun()) yield bytes[to - 1] == '\r' ? to - 1 : to;
                yield incomplete(part, bytes, from, to);
            }
            case RequestHead complete -> begin(complete, bytes, to);
        };
    }

    private int refused(HeadParser.Refused refused, byte[] bytes, int from, int to) {
        RequestHead head = refused.head();
        if (head != null) {
            beginRefused(head);
        } else if (isFirst && Preface.mayBegin(bytes, from, to)) {
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
        // Empty lines before it are done with.
        while (bytes[start] == '\r') start += 2;
        if (!headWait.hasBegun())
            deadline = loop.now() + engine.limits.headerTimeout().toNanos();
        headWait.goesOn(part, to - start);
        return start;
    }

    /**
     * Whether a line that begins with no method of ours does not name HTTP either. A client that speaks something else,
     * HTTP/2 with a broken preface among it, could only misread an answer (RFC 9113, section 3.4).
     */
    private static boolean isNoHttp(byte[] bytes, int from, int to) {
        String line = RequestTarget.text(bytes, from, to);
        int end = line.indexOf('\n');
        return end >= 0 && !line.substring(0, end).contains("HTTP/");
    }

    /**
     * The client begins with HTTP/2's preface (RFC 9113, section 3.3): once it is whole, another takes the channel
     * over.
     */
    private int http2(byte[] bytes, int from, int to) {
        if (to - from < Preface.LENGTH) return incomplete(HeadParser.Incomplete.LINE, bytes, from, to);
        letGo();
        Http2Connection next = new Http2Connection(engine, loop, channel, peer);
        channel.pipeline().replace(this, "http", next);
        next.begin();
        next.channelRead(channel.pipeline().context(next), Unpooled.copiedBuffer(bytes, from, to - from));
        return to;
    }

    /** Of a request that is refused for its content alone, listeners are told what was asked. */
    private void beginRefused(RequestHead head) {
        begin(head).request = requestOf(head, WholeBody.EMPTY);
    }

    private InFlight begin(RequestHead head) {
        headWait.ends();
        isFirst = false;
        InFlight current = new InFlight(head, loop.now());
        exchange = current;
        loop.exchangeBegan();
        return current;
    }

    private int begin(RequestHead head, byte[] bytes, int to) {
        InFlight current = begin(head);

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
            current.begin(engine.limits);
            beginContent(current);
        }
        return end;
    }

    /** Virtual threads may wait for a client, so they read while it sends; others get their content whole. */
    private void beginContent(InFlight current) {
        RequestHead head = current.head;
        if (engine.settings.handlers() == HandlerThreads.VIRTUAL) {
            long length = head.chunked() ? -1 : head.contentLength();
            StreamedBody body = new StreamedBody(
                    length, engine.bodies, () -> execute(this::sendContinue), () -> execute(this::pump));
            current.sink = body;
            handle(current, body);
        } else {
            current.sink = new GatheredBody(engine.bodies, whole -> handle(current, whole));
            sendContinue();
        }
    }

    private void sendContinue() {
        InFlight current = exchange;
        if (current == null || !current.clientWaits()) return;
        current.continued = true;
        writer.goOn();
        if (!consuming) flush();
    }

    private int content(byte[] bytes, int from, int to) {
        InFlight current = current();
        BodyDecoder decoder = current.content;
        if (decoder == null) throw new IllegalStateException("content without a decoder");
        int position = decoder.decode(bytes, from, to, current.sink);
        // Fed with its last content, a handler on this thread may have answered, and the connection may be closing.
        if (phase != Phase.CONTENT) return to;
        Refusal refusal = decoder.refusal() != null ? decoder.refusal() : current.sink.refusal();
        if (refusal != null) {
            giveUpContent(current, refusal);
            return to;
        }
        if (decoder.isDone()) contentIsComplete(current);
        return position;
    }

    private void contentIsComplete(InFlight current) {
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

    /** Malformed, too large or too slow: nothing that comes after it can be understood. */
    private void giveUpContent(InFlight current, Refusal refusal) {
        keepsAlive = false;
        inputRefused = true;
        phase = Phase.ANSWERING;
        if (current.sink instanceof GatheredBody) {
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

    // ---- answers ----

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
                beginStream(current, response, current.status == Status.RESET_CONTENT ? 0 : streamed.length());
        }
        if (!current.streaming) answerIsOut(current);
    }

    private boolean hasPlaceFor(Response response, InFlight current) {
        int length = response.content() instanceof Response.Bytes bytes ? bytes.length : 0;
        return length <= Output.COPIED_BYTES
                || current.isHead()
                || Status.dropsContent(response.status())
                || output.hasPlaceFor(length);
    }

    private void beginStream(InFlight current, Response response, long length) {
        if (!AnswerWriter.keepsAlive(current, length)) keepsAlive = false;
        writer.beginStream(current, response, length, keepsAlive);
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
        // Its head said that the connection goes on, and meanwhile the server stops, or the client has closed its side.
        if (engine.stopping || (inputEnded && unread.isEmpty())) keepsAlive = false;
        answerIsOut(current);
    }

    /** After an answer's last byte is in the output: on to the next request, or to the end. */
    private void answerIsOut(InFlight current) {
        if (loop.listeners.length > 0) tellListeners(current);
        if (!keepsAlive) {
            boolean moreMayCome = phase == Phase.CONTENT || inputRefused;
            endExchange(current);
            closeGently(moreMayCome);
        } else if (phase == Phase.ANSWERING) {
            phase = Phase.BETWEEN;
            endExchange(current);
        } else {
            // The rest of the content is dropped as it comes.
            current.release();
        }
        if (consuming) return;
        if (!unread.isEmpty()) pump();
        else flush();
    }

    private void tellListeners(InFlight current) {
        loop.tell(this, current.finished(remoteAddress(), loop));
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

    /** Nobody is idle or lingers who still reads an answer. */
    private void startWaiting() {
        if (phase == Phase.BETWEEN && !headWait.hasBegun()) startIdling();
        else if (phase == Phase.LINGERING) startLingering();
    }

    private void startLingering() {
        deadline = loop.now() + engine.limits.linger().toNanos();
    }

    /** Answers what cannot be understood, and ends the connection. */
    private void refuse(Refusal refusal) {
        refuse(refusal, true, exchange != null && exchange.isHead());
    }

    private void refuse(Refusal refusal, boolean clientMaySend, boolean toHead) {
        Response response = Refusals.response(refusal);
        Response.Bytes content = (Response.Bytes) response.content();
        keepsAlive = false;
        writer.refusal(response, content, toHead);
        tellListeners(refusal, toHead ? 0 : content.length);
        if (exchange != null) endExchange(exchange);
        closeGently(clientMaySend);
    }

    private void tellListeners(Refusal refusal, int bytesSent) {
        if (loop.listeners.length == 0) return;
        Request request = exchange == null ? null : exchange.request;
        var refused =
                new Exchange(request, remoteAddress(), refusal.status(), 0, bytesSent, System.currentTimeMillis(), 0);
        loop.tell(this, refused);
    }

    // ---- time and the end ----

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
                if (headWait.hasBegun()) refuse(new Refusal(408, "the request's head took too long"));
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
        giveUpContent(current, new Refusal(408, "the request's body came too slowly"));
    }

    /**
     * Closes once everything is written. Where the client may still be sending, only our side is closed at first, since
     * a full close would make its system throw away the answer that it has not read yet (RFC 9112, section 9.6).
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
    List<Unanswered> unanswered() {
        InFlight current = exchange;
        if (current == null || current.isAnsweredWhole()) return List.of();
        return List.of(new Unanswered(
                Unanswered.id(this, 0, current.startedAt),
                current.head,
                current.request,
                peer.address(),
                current.startedAt,
                current.content == null,
                current.answered,
                handler));
    }

    /** Over one that came or was used a moment ago a request may be on its way; its answer says that it is the last. */
    @Override
    void stop() {
        if (phase != Phase.BETWEEN || headWait.hasBegun()) return;
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

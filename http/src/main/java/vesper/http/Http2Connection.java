package vesper.http;

import static io.netty.handler.codec.http2.Http2Error.CANCEL;
import static io.netty.handler.codec.http2.Http2Error.ENHANCE_YOUR_CALM;
import static io.netty.handler.codec.http2.Http2Error.FLOW_CONTROL_ERROR;
import static io.netty.handler.codec.http2.Http2Error.INTERNAL_ERROR;
import static io.netty.handler.codec.http2.Http2Error.NO_ERROR;
import static io.netty.handler.codec.http2.Http2Error.PROTOCOL_ERROR;
import static io.netty.handler.codec.http2.Http2Error.REFUSED_STREAM;
import static io.netty.handler.codec.http2.Http2Error.STREAM_CLOSED;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.AsciiString;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.frames.Allowance;
import vesper.http.frames.ClosedStreams;
import vesper.http.frames.FrameInput;
import vesper.http.frames.FrameOutput;
import vesper.http.frames.FrameReceiver;
import vesper.http.frames.Preface;
import vesper.http.frames.ReceiveWindow;

/**
 * One client's HTTP/2 connection (RFC 9113): streams that are answered as they arrive, each within the flow-control
 * windows of the client. Netty parses frames and HPACK; this class and {@link Http2Stream} enforce all rules beyond
 * their form. Everything runs on the event loop, except for {@link #execute} and {@link ResponseScheduler#areFull},
 * which any thread may call.
 *
 * <p>Memory is bounded: unread content by {@value #WINDOW_BYTES} bytes, waiting requests by {@link
 * Http2Limits#streams}, and responses that wait for the client by {@link ResponseScheduler}. The server does not read
 * from a client that does not read its responses. It disconnects a client that floods it with idle frames, or that
 * resets streams again and again.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of Netty's futures: a failed write or close shows as a closed channel
final class Http2Connection extends OpenConnection implements FrameReceiver {
    static final int STREAM_WINDOW_BYTES = 256 << 10;
    static final int WINDOW_BYTES = 1 << 20;
    private static final int DEFAULT_WINDOW_BYTES = 65_535;
    /** Limit on the HPACK bytes of a header section; its decoded size has separate limits. */
    private static final int MOST_BLOCK_BYTES = 128 << 10;

    private static final long DRAIN_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long DRAIN_PING = 0x7665_7370_6572L;

    private static final Logger log = LoggerFactory.getLogger(Http2Connection.class);

    private enum Phase {
        /** Only the preface and the client's SETTINGS may arrive. */
        BEGINNING,
        OPEN,
        /** Open streams are finished, and GOAWAY has told the client to stop opening streams. */
        DRAINING,
        /** The last frame is written; further input is dropped. */
        LINGERING,
        CLOSED
    }

    private final Peer peer;
    final FrameOutput output;
    private final ReceivedFields fields;
    private final FrameInput input;

    private Phase phase = Phase.BEGINNING;
    private final Preface preface = new Preface();

    /** Deadline of an incomplete header section or frame, or of the preface; 0 for none. */
    private long headDeadline;

    private long deadline;
    private boolean consuming;
    private boolean flushDue;

    private final Http2Streams streams = new Http2Streams();
    final ResponseScheduler answers;
    /** The last stream to be served, once the final GOAWAY has named it. */
    private int lastServed = Integer.MAX_VALUE;

    private long firstSendWindow = DEFAULT_WINDOW_BYTES;
    private final ReceiveWindow window = new ReceiveWindow(WINDOW_BYTES);

    private final Allowance resets;

    Http2Connection(Engine engine, Loop loop, SocketChannel channel, Peer peer) {
        super(engine, loop, channel);
        this.peer = peer;
        this.output = new FrameOutput(channel);
        this.fields = new ReceivedFields(engine.limits);
        this.input = new FrameInput(this, fields::start, MOST_BLOCK_BYTES, ResponseScheduler.SMALL_BYTES);
        this.answers = new ResponseScheduler(output, input, DEFAULT_WINDOW_BYTES);
        Http2Limits limits = engine.settings.http2();
        this.resets = new Allowance(limits.resets(), limits.resetWindow(), loop.now());
    }

    @Override
    InetSocketAddress remoteAddress() {
        return peer.address();
    }

    Peer peer() {
        return peer;
    }

    /** Notifies the listeners now rather than later: the stream's last frame may leave whenever a window opens. */
    void notifyListeners(Exchange finished) {
        loop.notifyListeners(this, finished);
        loop.notifyPending();
    }

    boolean hasListeners() {
        return loop.listeners.length > 0;
    }

    long wallClockMillis(long nanos) {
        return loop.wallClockMillis(nanos);
    }

    @Override
    public long now() {
        return loop.now();
    }

    AsciiString date() {
        return loop.encoder.date();
    }

    /** Sends our SETTINGS. Called once, when this object takes over the channel. */
    void start() {
        loop.add(this);
        startIdling();
        headDeadline = loop.now() + engine.limits.headerTimeout().toNanos();
        HttpLimits limits = engine.limits;
        int headBytes = limits.requestLineBytes() + limits.headerBytes() + 32 * limits.headerLines();
        output.settings(new Http2Settings()
                .maxConcurrentStreams(engine.settings.http2().streams())
                .initialWindowSize(STREAM_WINDOW_BYTES)
                .maxHeaderListSize(headBytes));
        output.windowUpdate(0, WINDOW_BYTES - DEFAULT_WINDOW_BYTES);
        output.flush();
    }

    // ---- channel events ----

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        loop.startIteration();
        consuming = true;
        try {
            consume(ctx, in);
        } catch (RuntimeException e) {
            closeForFault(e);
        } finally {
            consuming = false;
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flushNow();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        boolean hasRoom = output.hasRoom();
        if (hasRoom && phase != Phase.CLOSED) {
            answers.send();
            flushNow();
        }
        // While the client does not read, the server does not read either: replies to control frames such as PING must
        // not pile up.
        readOn(hasRoom || phase == Phase.LINGERING);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        engine.connections.decrementAndGet();
        loop.remove(this);
        phase = Phase.CLOSED;
        endStreams();
        input.release();
        output.release();
    }

    void execute(Runnable task) {
        loop.eventLoop.execute(task);
    }

    // ---- from bytes to frames ----

    private void consume(ChannelHandlerContext ctx, ByteBuf in) {
        if (!preface.take(in)) violated(PROTOCOL_ERROR, "the connection does not begin with HTTP/2's preface");
        else if (preface.isWhole()) input.received(ctx, in);
        if (!takesFrames()) return;
        boolean headComes = phase == Phase.BEGINNING || input.isAmidHead();
        if (!headComes) headDeadline = 0;
        else if (headDeadline == 0)
            headDeadline = loop.now() + engine.limits.headerTimeout().toNanos();
    }

    @Override
    public boolean takesFrames() {
        return phase.compareTo(Phase.LINGERING) < 0;
    }

    @Override
    public boolean isSettled() {
        return phase != Phase.BEGINNING;
    }

    @Override
    public boolean awaits(int id) {
        return id > streams.last() || streams.open(id) != null;
    }

    @Override
    public void ping(long data) {
        output.ping(true, data);
    }

    @Override
    public void pingAnswered(long data) {
        if (data == DRAIN_PING && phase == Phase.DRAINING) sendGoAway();
    }

    @Override
    public void pushed() {
        violated(PROTOCOL_ERROR, "a client promises nothing");
    }

    @Override
    public void sentAway(int last, long errorCode, ByteBuf text) {
        // The client opens no further streams, and closes once it has its responses.
    }

    @Override
    public void blockTooLarge(int id, int mostBytes) {
        violated(ENHANCE_YOUR_CALM, "a header section takes more than " + mostBytes + " bytes");
    }

    @Override
    public void settings(Http2Settings settings) throws Http2Exception {
        Long table = settings.headerTableSize();
        if (table != null) output.hpackTable(table);
        Integer first = settings.initialWindowSize();
        if (first != null && !streams.widen(first - firstSendWindow)) {
            violated(FLOW_CONTROL_ERROR, "a window is larger than 2^31-1");
            return;
        }
        if (first != null) firstSendWindow = first;
        boolean begins = phase == Phase.BEGINNING;
        if (begins) phase = Phase.OPEN;
        output.settingsAck();
        if (begins && engine.stopping) drain();
        answers.send();
    }

    @Override
    public void windowUpdate(int id, int increment) {
        if (id == 0) {
            if (answers.widen(increment)) answers.send();
            else violated(FLOW_CONTROL_ERROR, "the window is larger than 2^31-1");
            return;
        }
        Http2Stream stream = streams.open(id);
        if (stream == null) {
            if (streams.isUnopened(id)) violated(PROTOCOL_ERROR, "WINDOW_UPDATE for a stream that was never opened");
        } else if (stream.widen(increment)) {
            answers.send();
        } else {
            violated(id, FLOW_CONTROL_ERROR, "the window is larger than 2^31-1");
        }
    }

    @Override
    public void resetByPeer(int id, long errorCode) {
        if (streams.isUnopened(id)) {
            violated(PROTOCOL_ERROR, "RST_STREAM for a stream that was never opened");
            return;
        }
        Http2Stream stream = streams.open(id);
        if (stream != null) leave(stream, false);
        answers.send();
        if (!resets.spend(loop.now())) violated(ENHANCE_YOUR_CALM, "too many streams are reset");
    }

    // ---- requests ----

    @Override
    public void headers(int id, boolean endStream) {
        Http2Stream stream = streams.open(id);
        if (stream != null) trailers(stream, endStream);
        else if (id % 2 == 0) violated(PROTOCOL_ERROR, "a client's stream has an odd number");
        else if (id > streams.last()) open(id, endStream);
        else headersForClosed(id);
    }

    private void headersForClosed(int id) {
        switch (streams.ended(id)) {
            case BY_PEER -> violated(STREAM_CLOSED, "HEADERS for a stream that is closed");
            case UNKNOWN -> violated(PROTOCOL_ERROR, "a stream's number is below that of the one before");
            case RESET_BY_US -> {}
        }
    }

    private void trailers(Http2Stream stream, boolean endStream) {
        String fault = fields.trailerFault();
        if (stream.hasClientEnded()) violated(stream.id, STREAM_CLOSED, "HEADERS after the end of the stream");
        else if (!endStream)
            violated(stream.id, PROTOCOL_ERROR, "a second header section that does not end the stream");
        else if (fault != null) violated(stream.id, PROTOCOL_ERROR, fault);
        else clientEnded(stream);
    }

    private void clientEnded(Http2Stream stream) {
        String fault = stream.clientEnded();
        if (fault != null) violated(stream.id, PROTOCOL_ERROR, fault);
    }

    private void open(int id, boolean endStream) {
        streams.markOpened(id);
        if (id > lastServed || streams.served() >= engine.settings.http2().streams()) {
            output.reset(id, REFUSED_STREAM);
            streams.reset(id);
            return;
        }
        switch (fields.head(endStream)) {
            case Http2Head.Malformed(var why) -> violated(id, PROTOCOL_ERROR, why);
            case Http2Head.Refused(var refusal, var head) -> opened(id, head).refuse(refusal, endStream);
            case Http2Head.Valid(var head) -> opened(id, head).start(endStream);
        }
    }

    private Http2Stream opened(int id, @Nullable RequestHead head) {
        var stream = new Http2Stream(this, engine, id, head, fields.asksForHead(), firstSendWindow, loop.now());
        streams.add(stream);
        loop.exchangeBegan();
        return stream;
    }

    void dispatch(Http2Stream stream, Request request) {
        loop.dispatch.handle(stream, request);
    }

    @Override
    public void data(int id, ByteBuf data, int flowBytes, boolean endStream) {
        if (!window.takes(flowBytes)) {
            violated(FLOW_CONTROL_ERROR, "more content than the window allows");
            return;
        }
        Http2Stream stream = streams.open(id);
        if (stream == null) dataForClosed(id, flowBytes);
        else if (stream.hasClientEnded()) dataAfterEnd(stream, flowBytes);
        else if (!stream.takesFromWindow(flowBytes)) dataTooMuch(stream, flowBytes);
        else data(stream, data, flowBytes, endStream);
    }

    private void data(Http2Stream stream, ByteBuf data, int flowBytes, boolean endStream) {
        int length = data.readableBytes();
        byte[] content = loop.frame;
        data.readBytes(content, 0, length);
        String fault = stream.content(content, length, flowBytes);
        if (fault != null) violated(stream.id, PROTOCOL_ERROR, fault);
        else if (endStream && streams.open(stream.id) != null) clientEnded(stream);
    }

    private void dataForClosed(int id, int flowBytes) {
        returnWindow(flowBytes);
        if (streams.isUnopened(id)) violated(PROTOCOL_ERROR, "DATA for a stream that was never opened");
        else if (streams.ended(id) != ClosedStreams.How.RESET_BY_US)
            violated(id, STREAM_CLOSED, "DATA for a stream that is closed");
    }

    private void dataAfterEnd(Http2Stream stream, int flowBytes) {
        returnWindow(flowBytes);
        violated(stream.id, STREAM_CLOSED, "DATA after the end of the stream");
    }

    private void dataTooMuch(Http2Stream stream, int flowBytes) {
        returnWindow(flowBytes);
        violated(stream.id, FLOW_CONTROL_ERROR, "more content than the stream's window allows");
    }

    /** Notes that content was consumed, and opens the connection's window accordingly. */
    void returnWindow(int bytes) {
        int room = window.giveBack(bytes);
        if (room == 0 || !takesFrames()) return;
        output.windowUpdate(0, room);
        if (!consuming) flushNow();
    }

    void returnWindow(Http2Stream stream, int bytes) {
        output.windowUpdate(stream.id, bytes);
        flush(stream);
    }

    boolean clientHasRoom() {
        return window.hasRoom();
    }

    // ---- responses ----

    /** Writes the responses that the loop's workers have ready, so that later frames of a stream follow its head. */
    void deliver() {
        if (loop.workers != null) loop.workers.deliver();
    }

    /** Flushes now, or later together with other responses being written. */
    void flush(Http2Stream stream) {
        if (consuming || flushDue) return;
        flushDue = loop.workers != null && loop.workers.flushesLater(stream);
        if (!flushDue) flushNow();
    }

    void flushNow() {
        flushDue = false;
        output.flush();
    }

    // ---- end of streams ----

    /** Closes a stream that both sides have ended. */
    void ended(Http2Stream stream) {
        leave(stream, false);
    }

    /** Resets a stream whose response is complete and whose remaining request is not wanted (RFC 9113, section 8.1). */
    void resetWithoutError(Http2Stream stream) {
        reset(stream, NO_ERROR);
    }

    /** Resets a stream whose client has not opened its window in time. */
    void resetStuck(Http2Stream stream) {
        reset(stream, CANCEL);
    }

    void resetForFault(Http2Stream stream) {
        reset(stream, INTERNAL_ERROR);
    }

    private void reset(Http2Stream stream, Http2Error error) {
        output.reset(stream.id, error);
        leave(stream, true);
        answers.send();
        if (!consuming) flushNow();
    }

    private void leave(Http2Stream stream, boolean resetByUs) {
        if (!streams.leave(stream, resetByUs)) return;
        stream.leave();
        loop.exchangeEnded();
        startIdling();
        if (phase == Phase.DRAINING && lastServed != Integer.MAX_VALUE) closeIfDone();
    }

    void orphanEnded() {
        streams.orphanEnded();
        startIdling();
    }

    private void endStreams() {
        for (Http2Stream stream : streams.all()) leave(stream, true);
    }

    @Override
    public void violated(int id, Http2Error error, String why) {
        log.debug("stream {} of {} is reset: {}", id, peer.address(), why);
        Http2Stream stream = streams.open(id);
        output.reset(id, error);
        if (stream != null) leave(stream, true);
        else streams.reset(id);
        answers.send();
        if (!resets.spend(loop.now())) violated(ENHANCE_YOUR_CALM, "too many streams are reset");
    }

    // ---- time and shutdown ----

    @Override
    void checkTime(long now) {
        if (output.stuckNanos(now) >= engine.limits.idleTimeout().toNanos()) {
            channel.close();
            return;
        }
        switch (phase) {
            case BEGINNING, OPEN, DRAINING -> checkOpen(now);
            case LINGERING -> {
                if (now >= deadline) channel.close();
            }
            case CLOSED -> {}
        }
        flushNow();
    }

    private void checkOpen(long now) {
        if (headDeadline != 0 && now >= headDeadline) {
            violated(ENHANCE_YOUR_CALM, "the head of a request took too long");
            return;
        }
        if (phase == Phase.DRAINING && lastServed == Integer.MAX_VALUE && now >= deadline) {
            sendGoAway();
            return;
        }
        if (phase == Phase.OPEN && streams.areIdle() && now >= deadline) {
            violated(NO_ERROR, "idle");
            return;
        }
        for (Http2Stream stream : streams.all()) {
            stream.checkTime(now, input.contentBegunFor(stream.id));
        }
    }

    private void startIdling() {
        if (phase == Phase.BEGINNING || phase == Phase.OPEN)
            deadline = loop.now() + engine.limits.idleTimeout().toNanos();
    }

    /** Tells the client to stop opening streams, and finishes the open ones (RFC 9113, section 6.8). */
    void drain() {
        // In phase BEGINNING the preface or SETTINGS are still on their way; their arrival starts the drain.
        if (phase != Phase.OPEN) return;
        phase = Phase.DRAINING;
        // Streams that the client opened before it saw this are still served. The PING reply arrives after them.
        output.goAway(Integer.MAX_VALUE, NO_ERROR, "");
        output.ping(false, DRAIN_PING);
        deadline = loop.now() + DRAIN_NANOS;
        if (!consuming) flushNow();
    }

    private void sendGoAway() {
        if (lastServed != Integer.MAX_VALUE) return;
        lastServed = streams.last();
        output.goAway(streams.last(), NO_ERROR, "");
        closeIfDone();
    }

    private void closeIfDone() {
        if (!streams.areOpen()) closeWhenWritten();
    }

    /** Closes the connection and tells the client why. */
    @Override
    public void violated(Http2Error error, String why) {
        if (!takesFrames()) return;
        if (error != NO_ERROR) log.debug("connection to {} is ended: {}: {}", peer.address(), error, why);
        output.goAway(streams.last(), error, why);
        closeWhenWritten();
    }

    /**
     * Closes the connection once everything is written. Only our side is closed at first, since a full close would make
     * the client's system discard data that it has not read yet.
     */
    private void closeWhenWritten() {
        if (phase.compareTo(Phase.LINGERING) >= 0) return;
        phase = Phase.LINGERING;
        endStreams();
        deadline = loop.now() + engine.limits.linger().toNanos();
        boolean clientMaySend = !engine.stopping;
        ChannelPromise sent = channel.newPromise();
        sent.addListener(written -> {
            if (!clientMaySend || !written.isSuccess()) channel.close();
            else endOutput();
        });
        output.flush(sent);
        readOn(true);
    }

    @Override
    List<UnansweredRequest> unanswered() {
        return Arrays.stream(streams.all())
                .flatMap(stream -> stream.unanswered().stream())
                .toList();
    }

    @Override
    void stop() {
        drain();
    }

    @Override
    void stopNow() {
        for (Http2Stream stream : streams.all()) stream.interruptHandler();
        channel.close();
    }
}

package vesper.http.client;

import static io.netty.handler.codec.http2.Http2Error.CANCEL;
import static io.netty.handler.codec.http2.Http2Error.ENHANCE_YOUR_CALM;
import static io.netty.handler.codec.http2.Http2Error.FLOW_CONTROL_ERROR;
import static io.netty.handler.codec.http2.Http2Error.NO_ERROR;
import static io.netty.handler.codec.http2.Http2Error.PROTOCOL_ERROR;
import static io.netty.handler.codec.http2.Http2Error.STREAM_CLOSED;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.AsciiString;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.ClosedStreams;
import vesper.http.frames.FrameInput;
import vesper.http.frames.FrameOutput;
import vesper.http.frames.FrameReceiver;
import vesper.http.frames.ReceiveWindow;

/**
 * The calls of an HTTP/2 connection (RFC 9113), on one stream each. Netty parses frames and HPACK; this class and
 * {@link Http2Call} enforce all rules beyond their form. Everything runs on the event loop.
 *
 * <p>Its pool assigns no more concurrent calls than the server and {@link ClientLimits#streams} allow, and none before
 * the server has sent its SETTINGS. Memory is bounded: unread response content by {@value #STREAM_WINDOW_BYTES} bytes a
 * call in addition to the buffer of an {@link ResponseBodyStream}, unsent request content by the buffers of its
 * writers; and no request is started while the server does not read. If the server breaks a rule of the connection, or
 * floods it with idle frames, the connection is closed and its calls fail. An error in one response fails that call,
 * and the connection takes no further calls.
 */
final class Http2Calls implements Protocol, FrameReceiver {
    static final int STREAM_WINDOW_BYTES = 256 << 10;
    /**
     * Credited as data arrives, so that an unread response does not delay others: the window of its stream limits it.
     */
    private static final int WINDOW_BYTES = 1 << 20;

    private static final int DEFAULT_WINDOW_BYTES = 65_535;
    /** Allowance beyond the limit on fields, so that the check of the fields reports what is too large. */
    private static final int SPARE_BLOCK_BYTES = 64 << 10;

    private static final int FIELD_COST_BYTES = 32;
    private static final int LAST_ID = Integer.MAX_VALUE;
    private static final int TOLD_CHARACTERS = 100;
    private static final long PROBE = 0x7665_7370_6572L;

    private final ClientConnection connection;
    private final ClientEngine engine;
    private final ClientLoop loop;
    private final SocketChannel channel;
    final FrameOutput output;
    private final ReceivedSection section;
    private final FrameInput input;
    private final Pulse pulse;

    private boolean settled;
    /** True if no further calls are started. */
    private boolean leaving;

    private boolean consuming;
    private boolean flushDue;

    private final CallStreams streams = new CallStreams();
    /** Calls with content to send and an open window. */
    private final ArrayDeque<Http2Call> ready = new ArrayDeque<>();

    /** The last stream that the server will process, once it has sent GOAWAY. */
    private int lastServed = LAST_ID;
    /** Description of the server's GOAWAY. */
    private String farewell = "";

    private long sendWindow = DEFAULT_WINDOW_BYTES;
    private int firstSendWindow = DEFAULT_WINDOW_BYTES;
    private final ReceiveWindow window = new ReceiveWindow(WINDOW_BYTES);

    private final long startedAt = System.nanoTime();
    private boolean busy = true;
    private long idleSince = System.nanoTime();

    Http2Calls(ClientConnection connection) {
        this.connection = connection;
        this.engine = connection.engine;
        this.loop = connection.loop;
        this.channel = connection.channel;
        this.output = new FrameOutput(channel, Http2Calls::isSecret);
        ClientLimits limits = engine.settings.limits();
        this.section = new ReceivedSection(limits);
        this.input = new FrameInput(this, section::start, listBytes(limits) + SPARE_BLOCK_BYTES, 1);
        this.pulse = new Pulse(timeouts());
    }

    /** Credentials must not be indexed by intermediaries. */
    private static boolean isSecret(CharSequence name, CharSequence value) {
        return AsciiString.contentEquals(name, "authorization")
                || AsciiString.contentEquals(name, "proxy-authorization");
    }

    private static int listBytes(ClientLimits limits) {
        return limits.headBytes() + FIELD_COST_BYTES * limits.headerLines();
    }

    ClientTimeouts timeouts() {
        return engine.settings.timeouts();
    }

    void execute(Runnable task) {
        connection.execute(task);
    }

    // ---- connection start ----

    @Override
    public void startProtocol() {
        output.preface();
        output.settings(new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(STREAM_WINDOW_BYTES)
                .maxHeaderListSize(listBytes(engine.settings.limits())));
        output.windowUpdate(0, WINDOW_BYTES - DEFAULT_WINDOW_BYTES);
        output.flush();
    }

    @Override
    public void settings(Http2Settings settings) throws Http2Exception {
        if (Boolean.TRUE.equals(settings.pushEnabled())) {
            violated(PROTOCOL_ERROR, "a server that allows itself to push");
            return;
        }
        Long table = settings.headerTableSize();
        if (table != null) output.hpackTable(table);
        Integer first = settings.initialWindowSize();
        if (first != null && !streams.widen((long) first - firstSendWindow)) {
            violated(FLOW_CONTROL_ERROR, "a window is larger than 2^31-1");
            return;
        }
        if (first != null) firstSendWindow = first;
        output.settingsAck();
        Long most = settings.maxConcurrentStreams();
        int allowed = engine.settings.limits().streams();
        if (most != null) allowed = (int) Math.min(most, allowed);
        if (!settled) {
            settled = true;
            connection.ready(allowed);
        } else if (most != null) {
            connection.pool.resize(connection, allowed);
        }
        writeWaiting();
    }

    // ---- requests ----

    @Override
    public void start(Call next) {
        if (!leaving && streams.areUsedUp()) leave();
        if (leaving) {
            next.notStarted();
            return;
        }
        busy = true;
        Http2Call call = new Http2Call(this, next);
        if (output.hasRoom() && !streams.areHeld()) open(call);
        else streams.hold(call);
    }

    private void open(Http2Call call) {
        int id = streams.begin(call);
        call.open(id, firstSendWindow, id > 1 ? pulse.beats() : -1);
        flushLater();
    }

    /** Queues a call for sending content. */
    void queue(Http2Call call) {
        ready.add(call);
    }

    /** Sends one frame of each call in turn, as far as the server's windows and its reading allow. */
    void writeWaiting() {
        while (streams.areHeld() && output.hasRoom() && !leaving) open(streams.nextHeld());
        while (sendWindow > 0 && output.hasRoom()) {
            Http2Call next = ready.poll();
            if (next == null) break;
            sendWindow -= next.sendFrame((int) Math.min(sendWindow, FrameOutput.FRAME_BYTES));
            // The server will acknowledge the frame with a window update.
            input.expectsMore();
        }
        flushLater();
    }

    @Override
    public void writable() {
        writeWaiting();
    }

    /** Schedules one flush for everything written in this iteration of the loop. */
    void flushLater() {
        if (consuming || flushDue) return;
        flushDue = true;
        try {
            loop.eventLoop.execute(this::flush);
        } catch (RejectedExecutionException e) {
            // Everyone waiting was notified when the client closed.
        }
    }

    private void flush() {
        flushDue = false;
        if (!connection.isClosed()) output.flush();
    }

    // ---- received frames, which are well-formed ----

    @Override
    public void received(ByteBuf bytes) {
        pulse.heard();
        consuming = true;
        try {
            input.received(connection.context(), bytes);
        } finally {
            consuming = false;
        }
    }

    @Override
    public void readComplete() {
        flush();
    }

    @Override
    public boolean takesFrames() {
        return !connection.isClosed();
    }

    @Override
    public boolean isSettled() {
        return settled;
    }

    @Override
    public boolean awaits(int id) {
        return streams.open(id) != null;
    }

    @Override
    public long now() {
        return System.nanoTime();
    }

    @Override
    public void ping(long data) {
        output.ping(true, data);
    }

    @Override
    public void pingAnswered(long data) {
        // Any input shows that the server is alive, so the reply itself needs no handling.
    }

    @Override
    public void pushed() {
        violated(PROTOCOL_ERROR, "the server pushes, which was not allowed to it");
    }

    @Override
    public void blockTooLarge(int id, int mostBytes) {
        Http2Call call = streams.open(id);
        if (call != null) {
            ended(call, true);
            call.tooLarge("its head takes more than " + mostBytes + " bytes");
        }
        violated(ENHANCE_YOUR_CALM, "a header section takes more than " + mostBytes + " bytes");
    }

    @Override
    public void windowUpdate(int id, int increment) {
        if (id == 0) {
            sendWindow += increment;
            if (sendWindow > Integer.MAX_VALUE) violated(FLOW_CONTROL_ERROR, "the window is larger than 2^31-1");
            else writeWaiting();
            return;
        }
        Http2Call call = streams.open(id);
        if (call == null) {
            if (streams.isUnopened(id)) violated(PROTOCOL_ERROR, "WINDOW_UPDATE for a stream that was never opened");
        } else if (call.widen(increment)) {
            writeWaiting();
        } else {
            call.malformed(FLOW_CONTROL_ERROR, "its window is larger than 2^31-1");
        }
    }

    @Override
    public void headers(int id, boolean endStream) {
        Http2Call call = streams.open(id);
        if (call == null) stray(id, "HEADERS");
        else call.fields(section, endStream);
    }

    @Override
    public void data(int id, ByteBuf data, int flowBytes, boolean endStream) {
        if (!window.takes(flowBytes)) {
            violated(FLOW_CONTROL_ERROR, "more content than the window allows");
            return;
        }
        int room = window.giveBack(flowBytes);
        if (room > 0) output.windowUpdate(0, room);
        Http2Call call = streams.open(id);
        if (call == null) {
            stray(id, "DATA");
        } else if (!call.takesFromWindow(flowBytes)) {
            violated(FLOW_CONTROL_ERROR, "more content than the stream's window allows");
        } else {
            int length = data.readableBytes();
            data.readBytes(loop.input, 0, length);
            call.content(loop.input, length, flowBytes, endStream);
        }
    }

    /** Handles a frame without an open call. It may have been under way when the call ended. */
    private void stray(int id, String what) {
        if (streams.isUnopened(id)) violated(PROTOCOL_ERROR, what + " for a stream that was never opened");
        else if (streams.ended(id) == ClosedStreams.How.BY_PEER)
            violated(STREAM_CLOSED, what + " for a stream that is closed");
    }

    @Override
    public void resetByPeer(int id, long errorCode) {
        Http2Call call = streams.open(id);
        if (call != null) {
            ended(call, false);
            call.reset(errorCode);
        } else if (streams.isUnopened(id)) {
            violated(PROTOCOL_ERROR, "RST_STREAM for a stream that was never opened");
        }
    }

    static String named(long errorCode) {
        Http2Error known = Http2Error.valueOf(errorCode);
        return known == null ? "error " + errorCode : known.name();
    }

    // ---- end of calls ----

    /** Removes a call from its stream, so that the next one can start. */
    void ended(Http2Call call, boolean resetByUs) {
        streams.leave(call, resetByUs);
        // It would stay queued for as long as the server opens no window.
        ready.remove(call);
        busy = true;
        connection.pool.release(connection);
        closeIfDone();
    }

    /** Resets the stream of a call before its end. */
    void reset(Http2Call call, Http2Error error) {
        if (call.id() != 0) output.reset(call.id(), error);
        ended(call, true);
        flushLater();
    }

    /**
     * Resets a stream whose response broke a rule. The server cannot be trusted further, so the connection takes no
     * further calls.
     */
    void resetMalformed(Http2Call call, Http2Error error) {
        leave();
        reset(call, error);
    }

    /** Returns whether nothing was received since this number of reads. */
    boolean isSilentSince(long beats) {
        return pulse.beats() == beats;
    }

    /** Checks by a PING whether the server is alive, after a call has timed out. */
    void probe() {
        if (!connection.isClosed() && pulse.startProbe(System.nanoTime())) ping();
    }

    private void ping() {
        output.ping(false, PROBE);
        flushLater();
    }

    // ---- end of the connection ----

    /** Stops taking calls. */
    private void leave() {
        if (leaving) return;
        leaving = true;
        connection.pool.leaves(connection);
        for (Http2Call call : streams.takeHeld()) call.notStarted();
    }

    @Override
    public void sentAway(int lastId, long errorCode, ByteBuf text) {
        if (lastId > lastServed) {
            violated(PROTOCOL_ERROR, "a second GOAWAY names a later stream than the first");
            return;
        }
        lastServed = lastId;
        String said = text.toString(text.readerIndex(), Math.min(TOLD_CHARACTERS, text.readableBytes()), ISO_8859_1);
        farewell = ", after the server had said " + named(errorCode)
                + (said.isEmpty() ? "" : ": " + said.replaceAll("[^ -~]", "?"));
        leave();
        for (Http2Call call : streams.all()) {
            if (call.id() <= lastId) continue;
            ended(call, false);
            call.notProcessed("the server closed the connection before it looked at it");
        }
        closeIfDone();
    }

    private void closeIfDone() {
        if (leaving && streams.isEmpty()) close(NO_ERROR, "");
    }

    private void close(Http2Error error, String why) {
        if (connection.isClosed()) return;
        output.goAway(0, error, why);
        output.flush();
        connection.close();
    }

    @Override
    public void violated(Http2Error error, String why) {
        if (connection.isClosed()) return;
        String rule = settled ? "the answer cannot be taken, " + why : "the server does not speak HTTP/2, " + why;
        failAll(error, why, about -> new MalformedResponseException(about + ": " + rule, null));
    }

    @Override
    public void violated(int id, Http2Error error, String why) {
        Http2Call call = streams.open(id);
        if (call != null) call.malformed(error, why);
        else if (streams.isUnopened(id)) violated(error, why);
    }

    /** Closes the connection and fails every call on it. */
    private void failAll(Http2Error error, String why, Function<String, ClientException> reason) {
        List<Http2Call> failed = streams.all();
        output.goAway(0, error, why);
        output.flush();
        if (connection.isReady()) connection.close();
        else connection.notReady(reason.apply(connection.pool.origin().toString()));
        for (Http2Call call : failed) call.fail(reason.apply(call.about()));
    }

    @Override
    public void lost(@Nullable Throwable cause) {
        List<Http2Call> lost = streams.all();
        String why = farewell + ClientConnection.because(cause);
        connection.close();
        for (Http2Call call : lost) call.lost(why, cause);
    }

    @Override
    public void closed() {
        leaving = true;
        streams.forget();
        ready.clear();
        input.release();
        output.release();
    }

    @Override
    public void abort(Call ended) {
        for (Http2Call call : streams.all()) if (call.worksFor(ended)) call.cancel();
    }

    @Override
    public void clientCloses() {
        failAll(NO_ERROR, "", about -> new ClientClosedException(about + ": the client is closed", null));
    }

    // ---- time ----

    @Override
    public void checkTime(long now) {
        if (!settled) checkSettled(now);
        else if (output.stuckNanos(now) >= timeouts().idle().toNanos()) stuck();
        else if (streams.isEmpty()) checkIdle(now);
        else for (Http2Call call : streams.all()) if (call.isOpen()) call.checkTime(now);
        if (settled && !connection.isClosed()) checkAlive(now);
        if (!connection.isClosed()) output.flush();
    }

    private void checkSettled(long now) {
        Duration bound = timeouts().connect();
        if (now - startedAt < bound.toNanos()) return;
        failAll(
                NO_ERROR,
                "",
                about -> new TimedOutException(
                        TimedOutException.Phase.CONNECT, bound, about + ": no settings of HTTP/2 within " + bound));
    }

    private void stuck() {
        Duration bound = timeouts().idle();
        failAll(
                CANCEL,
                "",
                about -> new TimedOutException(
                        TimedOutException.Phase.IDLE, bound, about + ": the server took nothing for " + bound));
    }

    private void checkIdle(long now) {
        if (leaving) {
            close(NO_ERROR, "");
        } else if (busy) {
            busy = false;
            idleSince = now;
        } else if (now - idleSince > timeouts().keepIdle().toNanos() && connection.pool.retire(connection)) {
            close(NO_ERROR, "idle");
        }
    }

    private void checkAlive(long now) {
        switch (pulse.check(now, streams.areOpen())) {
            case THERE -> {}
            case SILENT -> ping();
            case GONE -> {
                Duration bound = timeouts().connect();
                failAll(
                        NO_ERROR,
                        "",
                        about -> new ConnectionLostException(
                                about + ": the server did not answer a PING within " + bound, null));
            }
        }
    }
}

package vesper.http.client;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.StuckReader;

/**
 * The calls of an HTTP/1.1 connection, one after the other. It sends each request with {@link RequestSender}, parses
 * its response with {@link ResponseReader}, and returns the connection to its pool if both ended properly. Unexpected
 * bytes end the connection, since they could be taken for the next response.
 */
final class Http1Calls implements Protocol, Carrier {
    /** Up to this much of an unwanted response is read to save the connection. */
    static final long DROPPED_BYTES = 64 << 10;

    static final long DROPPING_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final ClientConnection connection;
    private final ClientEngine engine;
    private final ClientLoop loop;
    private final OriginPool pool;
    private final SocketChannel channel;
    private final RequestSender sending;
    private final ResponseReader reading;

    private int requests;

    /** Null while idle, and while the rest of a response is dropped. */
    private @Nullable Call call;

    /** Receiver of a complete response, until it is certain that nothing follows it in this iteration of the loop. */
    private @Nullable ResponseSink whole;

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
        this.sending = new RequestSender(this, channel, progress);
        this.reading = new ResponseReader(engine.settings.limits());
    }

    @Override
    public void execute(Runnable task) {
        connection.execute(task);
    }

    @Override
    public void startProtocol() {
        progress.made();
        connection.ready(1);
    }

    @Override
    public void start(Call next) {
        call = next;
        requests++;
        progress.made();
        reading.start(next.request().method());
        sending.send(next.request(), next.furtherFields());
    }

    /** Starts to write the content of the current call. */
    RequestStream write(RequestContent.Written content) {
        Call asked = call;
        if (asked == null) throw new IllegalStateException("content of no call");
        return asked.write(content, this);
    }

    @Override
    public void sendPiece(RequestStream from, byte[] piece) {
        if (isClosed() || !sending.isOf(from)) from.end();
        else sending.piece(from, piece);
    }

    @Override
    public void contentEnds(RequestStream from) {
        if (!isClosed() && sending.isOf(from)) sending.ends(from);
    }

    @Override
    public void contentFails(RequestStream from, Throwable reason) {
        if (isClosed() || !sending.isOf(from)) return;
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

    /**
     * Only now is it certain that nothing followed the response. The connection goes to the next call before the caller
     * is notified.
     */
    @Override
    public void readComplete() {
        ResponseSink receiver = whole;
        if (receiver == null) return;
        whole = null;
        progress.made();
        pool.release(connection);
        receiver.finished();
    }

    @Override
    public void writable() {
        sending.resume();
    }

    private boolean isClosed() {
        return connection.isClosed();
    }

    private void received(byte[] bytes, int to) {
        int at = 0;
        while (at < to && !isClosed()) {
            if (!reading.isUnderWay()) {
                // Unexpected input. The connection must end before this could become another call's response.
                close();
                return;
            }
            handleOutcome(reading.take(bytes, at, to));
            at = reading.position();
        }
        ResponseSink receiver = reading.sink();
        if (!isClosed() && receiver != null && receiver.isBrimming() && !paused) {
            paused = true;
            channel.config().setAutoRead(false);
        }
    }

    private void handleOutcome(ResponseReader.Outcome outcome) {
        switch (outcome) {
            case ResponseReader.Outcome.Unfinished() -> {}
            case ResponseReader.Outcome.Consent() -> sending.consented();
            case ResponseReader.Outcome.HeadComplete(var head) -> startResponse(head);
            case ResponseReader.Outcome.Whole(var receiver) -> finish(receiver);
            case ResponseReader.Outcome.TooLarge(var why) ->
                fail(new ResponseTooLargeException(about() + ": " + why, null));
            case ResponseReader.Outcome.Malformed(var why) ->
                fail(new MalformedResponseException(about() + ": " + why, null));
        }
    }

    private void startResponse(ResponseHead head) {
        Call asked = call;
        if (asked == null) throw new IllegalStateException("a head that nobody waits for");
        sending.responseStarted();
        ResponseSink receiver = asked.answered(head, this);
        if (receiver == null) {
            drop(head);
            return;
        }
        ResponseReader.Outcome outcome = reading.accept(head, receiver, asked.mostBytes());
        if (receiver.isUnwanted()) close();
        else handleOutcome(outcome);
    }

    /** Drops the response of a call that continues elsewhere. The rest is read if that may save the connection. */
    private void drop(ResponseHead head) {
        call = null;
        dropUntil = System.nanoTime() + DROPPING_NANOS;
        // The content's writer may be called again for the next attempt, and must not run twice at a time.
        if (sending.isSent()) handleOutcome(reading.accept(head, ResponseSink.NOWHERE, DROPPED_BYTES));
        else close();
    }

    /** Ends a response. The connection continues once nothing more has arrived with it, see {@link #readComplete}. */
    private void finish(ResponseSink receiver) {
        call = null;
        whole = receiver;
        if (paused) resume();
        // If the server answered early, the rest of the request is useless.
        if (!reading.keepsAlive() || !sending.isSent()) close();
    }

    @Override
    public void resume(ResponseBodyStream of) {
        if (reading.sink() == of) resume();
    }

    @Override
    public void leaveUnread(ResponseBodyStream of) {
        if (reading.sink() == of) close();
    }

    private void resume() {
        progress.made();
        if (!paused) return;
        paused = false;
        channel.config().setAutoRead(true);
    }

    @Override
    public void lost(@Nullable Throwable cause) {
        if (reading.endsWithConnection() && connection.hasProperEnd()) {
            whole = reading.sink();
            close();
        } else if (call == null) {
            close();
        } else {
            fail(new ConnectionLostException(
                    about() + ": the connection was lost " + reading.howFar(sending.isSent())
                            + ClientConnection.because(cause),
                    cause));
        }
    }

    /** Closes the connection because of its current call. */
    private void fail(ClientException reason) {
        Call failed = call;
        ResponseSink receiver = reading.sink();
        boolean unheard = !reading.hasStarted() && requests > 1;
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
        ResponseSink receiver = whole;
        whole = null;
        if (receiver != null) receiver.finished();
    }

    @Override
    public void closed() {
        sending.stop();
        reading.forget();
        call = null;
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
        if (!reading.isUnderWay()) {
            checkIdle(now);
            return;
        }
        Call running = call;
        if (running == null) {
            if (now - dropUntil > 0) close();
        } else if (running.isLate(now)) {
            fail(running.lateNow(
                    reading.sink() == null ? "the answer's head was waited for" : "the answer's body was read"));
        } else {
            sending.checkTime(now);
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
        long stuckNanos = reader.stuckNanos(channel, sending.heldBytes(), now);
        boolean serverReads = stuckNanos == 0 && (hadUnread || reader.hasUnread());
        // If the caller is slow to write its content, the server is not to blame.
        boolean callerIsSlow = sending.isWaitingForWriter() && !reading.hasStarted();
        if (serverReads || callerIsSlow) progress.made();
        TimedOutException late = progress.late(now, needs(), engine.settings.timeouts(), running.request());
        if (late != null) fail(late);
    }

    private Progress.Needs needs() {
        if (paused) return Progress.Needs.READER;
        if (!sending.isSent()) return Progress.Needs.ROOM_FOR_REQUEST;
        return reading.hasStarted() ? Progress.Needs.MORE_OF_ANSWER : Progress.Needs.FIRST_BYTE;
    }
}

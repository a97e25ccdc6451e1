package vesper.http.client;

import static io.netty.handler.codec.http2.Http2Error.CANCEL;
import static io.netty.handler.codec.http2.Http2Error.PROTOCOL_ERROR;
import static io.netty.handler.codec.http2.Http2Error.REFUSED_STREAM;

import io.netty.handler.codec.http2.Http2Error;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/**
 * One call on a stream of an HTTP/2 connection (RFC 9113, section 5): its request goes out within the windows that the
 * server gives, and its answer comes in within the window that its reader keeps open. Everything but {@link #execute}
 * runs on the event loop. It is open until both sides have said all or one has reset the stream.
 */
final class Http2Call implements Carrier {
    private final Http2Calls connection;
    private final ClientRequest request;
    /** Null while the rest of an answer is dropped. */
    private @Nullable Call call;

    private int id;
    private boolean open = true;
    private long readsBefore;

    private final OutgoingContent outgoing;
    /** Until when the server's consent to content is waited for; 0 where it is not. */
    private long consentUntil;

    // What comes.
    /** Null until the head of the answer has come. */
    private @Nullable AnswerSink sink;

    private int interim;
    /** As declared, -1 where nothing is, and 0 where none may come. */
    private long expectedBytes;

    private long mostBytes;
    private long received;
    private int window = Http2Calls.STREAM_WINDOW_BYTES;
    /** Content whose room the server has not been given back. */
    private int owed;
    /** What came while the reader had enough to do. */
    private @Nullable ByteArrayOutputStream backlog;

    private long dropUntil;

    private final Progress progress = new Progress();

    Http2Call(Http2Calls connection, Call call) {
        this.connection = connection;
        this.call = call;
        this.request = call.request();
        this.outgoing = new OutgoingContent(this, connection);
    }

    /** 0 while its request has not been sent. */
    int id() {
        return id;
    }

    boolean isOpen() {
        return open;
    }

    boolean worksFor(Call other) {
        return call == other;
    }

    String about() {
        return request.toString();
    }

    @Override
    public void execute(Runnable task) {
        connection.execute(task);
    }

    // ---- the request ----

    /**
     * Sends the request.
     *
     * @param reads how often the connection had been read, -1 where it is new
     */
    void open(int stream, int firstWindow, long reads) {
        Call asked = call;
        if (asked == null) throw new IllegalStateException("a request for nobody");
        id = stream;
        readsBefore = reads;
        progress.made();
        boolean sent = outgoing.open(firstWindow, request.content());
        connection.output.headers(id, request.http2Fields(asked.furtherFields()), sent);
        if (request.asksFirst()) consentUntil = System.nanoTime() + RequestSending.CONSENT_NANOS;
        else if (!sent) sendContent();
    }

    private void sendContent() {
        consentUntil = 0;
        progress.made();
        outgoing.begin(request.content());
    }

    /** False where the window would be larger than it may be. */
    boolean widen(long bytes) {
        return outgoing.widen(bytes);
    }

    /**
     * Its turn to send has come.
     *
     * @return content bytes that were sent
     */
    int sendFrame(int most) {
        progress.made();
        return outgoing.sendFrame(most);
    }

    /** Has the content of the call written that is being sent. */
    RequestStream write(RequestContent.Written content) {
        Call asked = call;
        if (asked == null) throw new IllegalStateException("content of no call");
        return asked.write(content, this);
    }

    @Override
    public void sendPiece(RequestStream from, byte[] piece) {
        if (open && outgoing.isOf(from)) outgoing.add(piece);
        else from.end();
    }

    @Override
    public void contentEnds(RequestStream from) {
        if (!open || !outgoing.isOf(from)) return;
        progress.made();
        outgoing.end();
    }

    @Override
    public void contentFails(RequestStream from, Throwable reason) {
        if (!open || !outgoing.isOf(from)) return;
        fail(
                CANCEL,
                new RequestContentException(
                        about() + ": its content could not be sent: " + reason.getMessage(), reason));
    }

    /** No more of the request is sent. */
    private void stopSending() {
        consentUntil = 0;
        outgoing.stop();
    }

    // ---- the answer ----

    /** A header section has come. */
    void fields(ReceivedSection section, boolean endStream) {
        progress.made();
        if (sink == null) head(section, endStream);
        else trailers(section, endStream);
    }

    private void head(ReceivedSection section, boolean endStream) {
        String fault = section.faultOfHead();
        String excess = section.excess();
        if (fault != null) {
            malformed(PROTOCOL_ERROR, fault);
        } else if (excess != null) {
            connection.reset(this, CANCEL);
            tooLarge(excess);
        } else {
            ResponseHead head = section.head();
            if (head.isInterim()) interim(head, endStream);
            else answered(head, endStream);
        }
    }

    private void interim(ResponseHead head, boolean endStream) {
        if (endStream) malformed(PROTOCOL_ERROR, "an interim answer ends it");
        else if (head.status() == 101)
            malformed(PROTOCOL_ERROR, "the server switches protocols, which HTTP/2 does not know");
        else if (++interim > AnswerReading.MOST_INTERIM)
            malformed(PROTOCOL_ERROR, "more than " + AnswerReading.MOST_INTERIM + " interim answers and no real one");
        else if (head.status() == 100 && consentUntil != 0) sendContent();
    }

    private void answered(ResponseHead head, boolean endStream) {
        Call asked = call;
        if (asked == null) throw new IllegalStateException("a head that nobody waits for");
        // Whatever it says, it says without the content.
        if (consentUntil != 0) stopSending();
        boolean empty = request.method() == Method.HEAD || head.status() == 204 || head.status() == 304;
        expectedBytes = empty ? 0 : head.contentLength();
        if (endStream && expectedBytes > 0) {
            malformed(PROTOCOL_ERROR, "it has less content than Content-Length says");
            return;
        }
        AnswerSink receiver = asked.answered(head, this);
        if (receiver == null) drop();
        else mostBytes = asked.mostBytes();
        sink = receiver == null ? AnswerSink.NOWHERE : receiver;
        if (!open) return;
        if (endStream) finish();
        else if (sink.isUnwanted()) cancel();
        else if (expectedBytes > mostBytes) bodyTooLarge(expectedBytes);
    }

    /**
     * The call goes on elsewhere. What is left of the answer is let pass up to a bound, as it costs less than a reset.
     */
    private void drop() {
        call = null;
        stopSending();
        mostBytes = Http1Calls.DROPPED_BYTES;
        dropUntil = System.nanoTime() + Http1Calls.DROPPING_NANOS;
    }

    private void trailers(ReceivedSection section, boolean endStream) {
        String fault = section.faultOfTrailers();
        String excess = section.excess();
        AnswerSink receiver = sink;
        if (fault != null) malformed(PROTOCOL_ERROR, fault);
        else if (!endStream) malformed(PROTOCOL_ERROR, "a second header section does not end it");
        else if (excess != null) {
            connection.reset(this, CANCEL);
            tooLarge(excess.replace("head", "trailer section"));
        } else {
            if (receiver != null) receiver.trailers(section.fields());
            ends();
        }
    }

    /** Whether content that came fits into the window that the server was given. */
    boolean takesFromWindow(int flowBytes) {
        window -= flowBytes;
        return window >= 0;
    }

    /**
     * Takes content in.
     *
     * @param flowBytes what it counts in flow control, padding included
     */
    void content(byte[] bytes, int length, int flowBytes, boolean endStream) {
        progress.made();
        received += length;
        owed += flowBytes;
        AnswerSink receiver = sink;
        if (receiver == null) {
            malformed(PROTOCOL_ERROR, "content comes before its head");
        } else if (expectedBytes >= 0 && received > expectedBytes) {
            malformed(PROTOCOL_ERROR, "it has more content than it may have");
        } else if (received > mostBytes) {
            bodyTooLarge(-1);
        } else {
            if (length > 0) take(receiver, bytes, length);
            if (endStream) ends();
            else giveRoomBack();
        }
    }

    private void take(AnswerSink receiver, byte[] bytes, int length) {
        ByteArrayOutputStream waiting = backlog;
        if (waiting == null && !receiver.isBrimming()) {
            receiver.content(bytes, 0, length);
            return;
        }
        if (waiting == null) backlog = waiting = new ByteArrayOutputStream(Math.max(length, 1 << 10));
        waiting.write(bytes, 0, length);
    }

    private void giveRoomBack() {
        AnswerSink receiver = sink;
        if (owed < Http2Calls.STREAM_WINDOW_BYTES / 2 || backlog != null) return;
        // It says when it has taken what it was given.
        if (receiver != null && receiver.isBrimming()) return;
        window += owed;
        connection.output.windowUpdate(id, owed);
        owed = 0;
        connection.flushLater();
    }

    @Override
    public void resume(AnswerStream of) {
        if (!open || sink != of) return;
        progress.made();
        passBacklog(of);
        giveRoomBack();
    }

    private void passBacklog(AnswerSink receiver) {
        ByteArrayOutputStream waiting = backlog;
        backlog = null;
        if (waiting != null) receiver.content(waiting.toByteArray(), 0, waiting.size());
    }

    /** The server has said all. */
    private void ends() {
        if (expectedBytes >= 0 && received != expectedBytes)
            malformed(PROTOCOL_ERROR, "it has less content than Content-Length says");
        else finish();
    }

    /** The stream is free before the caller hears of it, so that the next call can have its place. */
    private void finish() {
        AnswerSink receiver = sink;
        open = false;
        stopSending();
        // The server answered before it had heard everything. What is left to send nobody needs.
        if (outgoing.isSent()) connection.ended(this, false);
        else connection.reset(this, CANCEL);
        if (receiver == null) return;
        passBacklog(receiver);
        receiver.finished();
    }

    private void bodyTooLarge(long bytes) {
        connection.reset(this, CANCEL);
        fail(new AnswerTooLargeException(
                about() + ": the body of the answer has " + (bytes < 0 ? "more" : bytes + " bytes, more") + " than the "
                        + mostBytes + " that are taken",
                null));
    }

    // ---- other ends ----

    /** The stream is over already. */
    void tooLarge(String why) {
        fail(new AnswerTooLargeException(about() + ": the answer cannot be taken, " + why, null));
    }

    void malformed(Http2Error error, String why) {
        if (!open) return;
        connection.resetMalformed(this, error);
        fail(new MalformedAnswerException(about() + ": the answer cannot be taken, " + why, null));
    }

    /** The server has reset the stream, which is over already. */
    void reset(long errorCode) {
        if (errorCode == REFUSED_STREAM.code()) notProcessed("the server refused the stream");
        else
            fail(new ConnectionLostException(
                    about() + ": the server reset the stream with " + Http2Calls.named(errorCode) + " " + howFar(),
                    null));
    }

    /** The server has done nothing for it, and the stream is over already. */
    void notProcessed(String why) {
        Call asked = call;
        ClientException reason = ConnectionLostException.unprocessed(about() + ": " + why);
        if (asked == null || sink != null) {
            fail(reason);
            return;
        }
        open = false;
        stopSending();
        asked.notProcessed(reason);
    }

    /** The connection takes no more calls, and this one's request has not been sent. */
    void notBegun() {
        open = false;
        Call asked = call;
        if (asked != null) asked.notBegun();
    }

    /** The connection is gone. */
    void lost(String why, @Nullable Throwable cause) {
        Call asked = call;
        ClientException reason =
                new ConnectionLostException(about() + ": the connection was lost " + howFar() + why, cause);
        boolean unheard = sink == null && id != 0 && connection.isSilentSince(readsBefore);
        if (asked == null || !unheard) {
            fail(reason);
            return;
        }
        open = false;
        stopSending();
        asked.foundDeadConnection(reason);
    }

    private String howFar() {
        if (sink == null) return (outgoing.isSent() ? "before" : "before all was sent and") + " any of an answer came";
        return "after " + received + (expectedBytes < 0 ? "" : " of " + expectedBytes) + " bytes of the answer's body";
    }

    /** Ends the stream, and with it the call. */
    private void fail(Http2Error error, ClientException reason) {
        connection.reset(this, error);
        fail(reason);
    }

    /** Tells the caller; the stream is over already. */
    void fail(ClientException reason) {
        if (!open) return;
        open = false;
        stopSending();
        Call failed = call;
        AnswerSink receiver = sink;
        call = null;
        backlog = null;
        if (receiver != null) receiver.failed(reason);
        else if (failed != null) failed.failed(reason);
    }

    /** Ends the stream of a call that nobody waits for. */
    void cancel() {
        if (!open) return;
        open = false;
        stopSending();
        connection.reset(this, CANCEL);
    }

    @Override
    public void leaveUnread(AnswerStream of) {
        if (sink == of) cancel();
    }

    // ---- time ----

    /** Called ten times a second. */
    void checkTime(long now) {
        Call running = call;
        if (running == null) {
            if (now - dropUntil > 0) cancel();
        } else if (running.isLate(now)) {
            timedOut(running.lateNow(sink == null ? "the answer's head was waited for" : "the answer's body was read"));
        } else {
            if (consentUntil != 0 && now - consentUntil > 0) sendContent();
            checkProgress(now);
        }
    }

    private void checkProgress(long now) {
        // Where the caller is slow to write its content, the server is not to blame.
        if (outgoing.isWaitingForWriter() && sink == null) progress.made();
        TimedOutException late = progress.late(now, needs(), connection.timeouts(), request);
        if (late != null) timedOut(late);
    }

    private Progress.Needs needs() {
        if (backlog != null) return Progress.Needs.READER;
        if (!outgoing.isSent()) return Progress.Needs.ROOM_FOR_REQUEST;
        return sink == null && interim == 0 ? Progress.Needs.FIRST_BYTE : Progress.Needs.MORE_OF_ANSWER;
    }

    private void timedOut(TimedOutException reason) {
        connection.probe();
        fail(CANCEL, reason);
    }
}

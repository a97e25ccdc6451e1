package vesper.http.client;

import static io.netty.handler.codec.http2.Http2Error.CANCEL;
import static io.netty.handler.codec.http2.Http2Error.PROTOCOL_ERROR;
import static io.netty.handler.codec.http2.Http2Error.REFUSED_STREAM;

import io.netty.handler.codec.http2.Http2Error;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/**
 * One call on a stream of an HTTP/2 connection (RFC 9113, section 5). The request is sent within the server's
 * flow-control windows, and the response arrives within the window that its reader keeps open. Everything except
 * {@link #execute} runs on the event loop. The stream is open until both sides have ended it or one has reset it.
 */
final class Http2Call implements Carrier {
    private final Http2Calls connection;
    private final ClientRequest request;
    /** Null while the rest of a response is dropped. */
    private @Nullable Call call;

    private int id;
    private boolean open = true;
    private long readsBefore;

    private final OutgoingContent outgoing;
    /** Deadline for the server's 100 Continue; 0 if not waiting for it. */
    private long consentUntil;

    // ---- input state ----
    /** Null until the head of the response has arrived. */
    private @Nullable ResponseSink sink;

    private int interim;
    /** Declared length; -1 if not declared, and 0 if the response must have no content. */
    private long expectedBytes;

    private long mostBytes;
    private long received;
    private int window = Http2Calls.STREAM_WINDOW_BYTES;
    /** Bytes consumed that were not credited to the server's window yet. */
    private int owed;
    /** Content that arrived while the reader was full. */
    private @Nullable ByteArrayOutputStream backlog;

    private long dropUntil;

    private final Progress progress = new Progress();

    Http2Call(Http2Calls connection, Call call) {
        this.connection = connection;
        this.call = call;
        this.request = call.request();
        this.outgoing = new OutgoingContent(this, connection);
    }

    /** Returns the stream number; 0 until the request is sent. */
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
     * @param reads number of reads on the connection so far, -1 for a new connection
     */
    void open(int stream, int firstWindow, long reads) {
        Call asked = call;
        if (asked == null) throw new IllegalStateException("a request for nobody");
        id = stream;
        readsBefore = reads;
        progress.made();
        boolean sent = outgoing.open(firstWindow, request.content());
        connection.output.headers(id, request.http2Fields(asked.furtherFields()), sent);
        if (request.asksFirst()) consentUntil = System.nanoTime() + RequestSender.CONSENT_NANOS;
        else if (!sent) sendContent();
    }

    private void sendContent() {
        consentUntil = 0;
        progress.made();
        outgoing.begin(request.content());
    }

    /** Widens the window. Returns false if it becomes larger than allowed. */
    boolean widen(long bytes) {
        return outgoing.widen(bytes);
    }

    /**
     * Sends one frame, when it is the call's turn.
     *
     * @return content bytes sent
     */
    int sendFrame(int most) {
        progress.made();
        return outgoing.sendFrame(most);
    }

    /** Starts to write the content of the call. */
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

    /** Stops sending the request. */
    private void stopSending() {
        consentUntil = 0;
        outgoing.stop();
    }

    // ---- the response ----

    /** Handles a header section. */
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
        else if (++interim > ResponseReader.MOST_INTERIM)
            malformed(PROTOCOL_ERROR, "more than " + ResponseReader.MOST_INTERIM + " interim answers and no real one");
        else if (head.status() == 100 && consentUntil != 0) sendContent();
    }

    private void answered(ResponseHead head, boolean endStream) {
        Call asked = call;
        if (asked == null) throw new IllegalStateException("a head that nobody waits for");
        // The server responded without waiting for the content.
        if (consentUntil != 0) stopSending();
        boolean empty = request.method() == Method.HEAD || head.status() == 204 || head.status() == 304;
        expectedBytes = empty ? 0 : head.contentLength();
        if (endStream && expectedBytes > 0) {
            malformed(PROTOCOL_ERROR, "it has less content than Content-Length says");
            return;
        }
        ResponseSink receiver = asked.answered(head, this);
        if (receiver == null) drop();
        else mostBytes = asked.mostBytes();
        sink = receiver == null ? ResponseSink.NOWHERE : receiver;
        if (!open) return;
        if (endStream) finish();
        else if (sink.isUnwanted()) cancel();
        else if (expectedBytes > mostBytes) bodyTooLarge(expectedBytes);
    }

    /**
     * Drops the response of a call that continues elsewhere. Up to a limit the rest may arrive, which costs less than a
     * reset.
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
        ResponseSink receiver = sink;
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

    /** Subtracts content from the window granted to the server. Returns false if it exceeds the window. */
    boolean takesFromWindow(int flowBytes) {
        window -= flowBytes;
        return window >= 0;
    }

    /**
     * Processes a piece of content.
     *
     * @param flowBytes bytes that count for flow control, padding included
     */
    void content(byte[] bytes, int length, int flowBytes, boolean endStream) {
        progress.made();
        received += length;
        owed += flowBytes;
        ResponseSink receiver = sink;
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

    private void take(ResponseSink receiver, byte[] bytes, int length) {
        ByteArrayOutputStream waiting = backlog;
        if (waiting == null && !receiver.isBrimming()) {
            receiver.content(bytes, 0, length);
            return;
        }
        if (waiting == null) backlog = waiting = new ByteArrayOutputStream(Math.max(length, 1 << 10));
        waiting.write(bytes, 0, length);
    }

    private void giveRoomBack() {
        ResponseSink receiver = sink;
        if (owed < Http2Calls.STREAM_WINDOW_BYTES / 2 || backlog != null) return;
        // The receiver calls resume() when it has room again.
        if (receiver != null && receiver.isBrimming()) return;
        window += owed;
        connection.output.windowUpdate(id, owed);
        owed = 0;
        connection.flushLater();
    }

    @Override
    public void resume(ResponseBodyStream of) {
        if (!open || sink != of) return;
        progress.made();
        passBacklog(of);
        giveRoomBack();
    }

    private void passBacklog(ResponseSink receiver) {
        ByteArrayOutputStream waiting = backlog;
        backlog = null;
        if (waiting != null) receiver.content(waiting.toByteArray(), 0, waiting.size());
    }

    /** Handles the server's end of the stream. */
    private void ends() {
        if (expectedBytes >= 0 && received != expectedBytes)
            malformed(PROTOCOL_ERROR, "it has less content than Content-Length says");
        else finish();
    }

    /**
     * Completes the response. The stream is freed before the caller is notified, so that the next call can use its
     * slot.
     */
    private void finish() {
        ResponseSink receiver = sink;
        open = false;
        stopSending();
        // If the server answered early, the rest of the request is useless.
        if (outgoing.isSent()) connection.ended(this, false);
        else connection.reset(this, CANCEL);
        if (receiver == null) return;
        passBacklog(receiver);
        receiver.finished();
    }

    private void bodyTooLarge(long bytes) {
        connection.reset(this, CANCEL);
        fail(new ResponseTooLargeException(
                about() + ": the body of the answer has " + (bytes < 0 ? "more" : bytes + " bytes, more") + " than the "
                        + mostBytes + " that are taken",
                null));
    }

    // ---- other ends ----

    /** Fails the call; the stream has ended already. */
    void tooLarge(String why) {
        fail(new ResponseTooLargeException(about() + ": the answer cannot be taken, " + why, null));
    }

    void malformed(Http2Error error, String why) {
        if (!open) return;
        connection.resetMalformed(this, error);
        fail(new MalformedResponseException(about() + ": the answer cannot be taken, " + why, null));
    }

    /** Handles a reset by the server; the stream has ended already. */
    void reset(long errorCode) {
        if (errorCode == REFUSED_STREAM.code()) notProcessed("the server refused the stream");
        else
            fail(new ConnectionLostException(
                    about() + ": the server reset the stream with " + Http2Calls.named(errorCode) + " " + howFar(),
                    null));
    }

    /** The server has not processed the request, and the stream has ended already. */
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

    /** The connection takes no further calls, and this request was not sent. */
    void notStarted() {
        open = false;
        Call asked = call;
        if (asked != null) asked.notStarted();
    }

    /** Called when the connection is lost. */
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

    /** Resets the stream and fails the call. */
    private void fail(Http2Error error, ClientException reason) {
        connection.reset(this, error);
        fail(reason);
    }

    /** Fails the call; the stream has ended already. */
    void fail(ClientException reason) {
        if (!open) return;
        open = false;
        stopSending();
        Call failed = call;
        ResponseSink receiver = sink;
        call = null;
        backlog = null;
        if (receiver != null) receiver.failed(reason);
        else if (failed != null) failed.failed(reason);
    }

    /** Resets the stream of a call whose response is no longer wanted. */
    void cancel() {
        if (!open) return;
        open = false;
        stopSending();
        connection.reset(this, CANCEL);
    }

    @Override
    public void leaveUnread(ResponseBodyStream of) {
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
        // If the caller is slow to write its content, the server is not to blame.
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

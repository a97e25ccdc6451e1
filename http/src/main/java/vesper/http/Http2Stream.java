package vesper.http;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request of an HTTP/2 connection and its response (RFC 9113, section 5). Used by the event loop only, except for
 * {@link #execute}, {@link #cut} and {@link #hasLeft}, which any thread may call.
 *
 * <p>The stream is open from its header section until both sides have ended it or one has reset it. After that it is
 * gone: the response of a handler that still runs for it is dropped.
 */
final class Http2Stream implements Requester {
    /**
     * Delay before a stream is reset because the rest of its request is not wanted. Clients treat a reset as a failure,
     * so they get time to read the response first.
     */
    private static final long READ_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    final int id;
    private final Http2Connection connection;
    private final Engine engine;
    private final boolean asksForHead;
    private final long startedAt;
    /** Null if the request was refused because of its header section. */
    private final @Nullable RequestHead head;

    private @Nullable Request request;
    private @Nullable Thread handler;
    private boolean gone;
    /** True while a handler has the request and has not answered. */
    private boolean handling;
    /** True if the stream has closed while its handler runs. Read by other threads. */
    private volatile boolean orphaned;
    /**
     * Time at which it was last dispatched. Before that it may have been held back, because the client did not read.
     */
    private long askedAt;

    // ---- input state ----
    private BodySink sink = BodySink.NOWHERE;
    private boolean clientEnded;
    private boolean contentRefused;
    /** True if the response is complete and the client's window stays closed for the rest of its request. */
    private boolean restIsUnwanted;

    private boolean continued;
    private long received;
    private int window = Http2Connection.STREAM_WINDOW_BYTES;
    /** Bytes consumed that were not credited to the client's window yet. */
    private int owed;

    /** Null if the request arrived whole with its head, or its content is refused. */
    private @Nullable ContentRate rate;

    // ---- output state ----
    private final StreamContent content = new StreamContent();
    private long sendWindow;
    private boolean answered;
    private boolean responseSent;
    private boolean queued;
    /** Bytes taken from the budget {@link Engine#answers}. */
    private int held;

    private int status;
    private long bytesSent;
    private long lastProgress;

    Http2Stream(
            Http2Connection connection,
            Engine engine,
            int id,
            @Nullable RequestHead head,
            boolean asksForHead,
            long sendWindow,
            long now) {
        this.connection = connection;
        this.engine = engine;
        this.id = id;
        this.head = head;
        this.asksForHead = asksForHead;
        this.sendWindow = sendWindow;
        this.startedAt = now;
    }

    // ---- the request ----

    void start(boolean endStream) {
        clientEnded = endStream;
        if (endStream) {
            handle(WholeBody.EMPTY);
            return;
        }
        rate = new ContentRate(engine.limits);
        if (engine.settings.handlers() == HandlerThreads.VIRTUAL) {
            StreamedBody body = new StreamedBody(
                    declaredLength(),
                    engine.bodies,
                    () -> execute(this::sendContinue),
                    () -> execute(this::returnWindow));
            sink = body;
            handle(body);
        } else {
            sink = new BufferedBody(engine.bodies, this::handle);
            sendContinue();
        }
    }

    /** Answers a request that no handler gets. */
    void refuse(Refusal refusal, boolean endStream) {
        clientEnded = endStream;
        contentRefused = !endStream;
        if (head != null) request = requestOf(head, WholeBody.EMPTY);
        write(Refusals.response(refusal));
    }

    private RequestHead head() {
        if (head == null) throw new IllegalStateException("a refused request has no content");
        return head;
    }

    /** Returns the declared length of the content, or -1 if unknown. */
    private long declaredLength() {
        return head().chunked() ? -1 : head().contentLength();
    }

    private void handle(RequestBody body) {
        request = requestOf(head(), body);
        dispatch();
    }

    private Request requestOf(RequestHead known, RequestBody body) {
        return new Request(
                known.method(), known.path(), known.query(), known.version(), known.headers(), body, connection.peer());
    }

    /** Dispatches the request, or holds it back until the client has read more of its responses. */
    void dispatch() {
        Request current = request;
        if (gone || current == null) return;
        if (connection.answers.holdBack(this)) return;
        handling = true;
        askedAt = connection.now();
        connection.dispatch(this, current);
    }

    @Override
    public @Nullable Request beginHandling(@Nullable Thread thread) {
        if (gone) {
            handled();
            return null;
        }
        if (connection.answers.holdBack(this)) {
            handling = false;
            return null;
        }
        handler = thread;
        return request;
    }

    @Override
    public boolean hasLeft() {
        return orphaned || connection.answers.areFull();
    }

    @Override
    public long readAt() {
        return askedAt;
    }

    @Override
    public boolean isSending() {
        return !clientEnded;
    }

    private void handled() {
        if (!handling) return;
        handling = false;
        if (gone) connection.orphanEnded();
    }

    boolean isHandling() {
        return handling;
    }

    private boolean clientWaits() {
        return head != null && head.expectsContinue() && received == 0 && !continued && !answered;
    }

    private void sendContinue() {
        if (gone || !clientWaits()) return;
        continued = true;
        connection.output.headers(id, ResponseFields.interim(100), false);
        connection.flush(this);
    }

    // ---- request content ----

    boolean hasClientEnded() {
        return clientEnded;
    }

    /** Subtracts content from the window granted to the client. Returns false if it exceeds the window. */
    boolean takesFromWindow(int flowBytes) {
        window -= flowBytes;
        return window >= 0;
    }

    /**
     * Processes a piece of content.
     *
     * @param flowBytes bytes that count for flow control, padding included
     * @return why the stream must be reset, or null
     */
    @Nullable
    String content(byte[] bytes, int length, int flowBytes) {
        received += length;
        owed += flowBytes;
        long declared = head == null || contentRefused ? -1 : declaredLength();
        if (declared >= 0 && received > declared) return "more content than Content-Length says";
        if (contentRefused || responseSent) {
            dropped();
        } else if (received > engine.limits.bodyBytes()) {
            abortContent(new Refusal(413, "the body is larger than " + engine.limits.bodyBytes() + " bytes"));
        } else {
            sink.content(bytes, 0, length);
            Refusal refusal = sink.refusal();
            if (refusal != null) abortContent(refusal);
        }
        if (!gone && !sink.isFull()) returnWindow();
        return null;
    }

    /** Lets unread content pass up to a limit, since some clients treat a reset as a failed request. */
    private void dropped() {
        if (responseSent && !restIsUnwanted && received > InFlight.DROPPED_BYTES) connection.resetWithoutError(this);
    }

    private void returnWindow() {
        int bytes = owed;
        if (bytes == 0) return;
        owed = 0;
        connection.returnWindow(bytes);
        if (gone || clientEnded || contentRefused || restIsUnwanted) return;
        window += bytes;
        connection.returnWindow(this, bytes);
    }

    /**
     * Handles the client's end of the stream.
     *
     * @return why the stream must be reset, or null
     */
    @Nullable
    String clientEnded() {
        long declared = head == null || contentRefused ? -1 : declaredLength();
        if (declared >= 0 && received != declared) return "less content than Content-Length says";
        clientEnded = true;
        if (responseSent) connection.ended(this);
        else if (!contentRefused) sink.finished();
        return null;
    }

    /** Stops accepting content that is too large or too slow. */
    private void abortContent(Refusal refusal) {
        contentRefused = true;
        if (responseSent) connection.resetWithoutError(this);
        else if (sink instanceof BufferedBody) write(Refusals.response(refusal));
        else sink.failed(new RefusedException(refusal));
    }

    // ---- the response ----

    @Override
    public void answer(Response response) {
        handled();
        if (gone || answered) return;
        if (response.isLater()) throw new IllegalStateException("an answer that is not there yet");
        if (response.closes()) connection.drain();
        write(hasPlaceFor(response) ? response : HeldBytes.NO_ROOM_FOR_ANSWER);
    }

    private void write(Response response) {
        answered = true;
        status = response.status();
        lastProgress = connection.now();
        switch (response.content()) {
            case Response.Bytes bytes ->
                writeWhole(response, status == Status.RESET_CONTENT ? Response.Bytes.NONE : bytes);
            case Response.Streamed streamed -> writeHead(response, lengthOf(streamed), asksForHead);
        }
        connection.flush(this);
    }

    /** Returns the length to declare. */
    private long lengthOf(Response.Streamed streamed) {
        if (status == Status.RESET_CONTENT) return 0;
        return Status.forbidsContent(status) ? -1 : streamed.length();
    }

    private void writeWhole(Response response, Response.Bytes bytes) {
        boolean none = Status.forbidsContent(status);
        boolean endsWithHead = none || asksForHead || bytes.length == 0;
        writeHead(response, none ? -1 : bytes.length, endsWithHead);
        if (endsWithHead) return;
        content.add(bytes);
        content.end();
        connection.answers.waits(bytes.length);
        queue();
        connection.answers.send();
    }

    /** Takes budget for large content until it is handed to the connection. */
    private boolean hasPlaceFor(Response response) {
        int length = response.content() instanceof Response.Bytes bytes ? bytes.length : 0;
        if (length <= Output.COPIED_BYTES || asksForHead || Status.dropsContent(response.status())) return true;
        if (!engine.answers.take(length)) return false;
        held = length;
        return true;
    }

    private void releaseBudget() {
        engine.answers.release(held);
        held = 0;
    }

    private void writeHead(Response response, long contentLength, boolean ends) {
        connection.output.headers(id, ResponseFields.of(response, contentLength, connection.date()), ends);
        if (ends) responseSent();
    }

    @Override
    public void sendChunk(byte[] chunk, ResponseStream stream) {
        connection.deliver();
        boolean dropped = Status.dropsContent(status) || chunk.length == 0;
        if (gone || responseSent || dropped) {
            stream.sent(chunk.length, !gone);
            return;
        }
        if (content.waitingBytes() == 0) lastProgress = connection.now();
        content.add(chunk, stream);
        connection.answers.waits(chunk.length);
        queue();
        connection.answers.send();
        connection.flush(this);
    }

    @Override
    public void endStream() {
        connection.deliver();
        if (gone || responseSent) return;
        content.end();
        if (content.waitingBytes() == 0) {
            connection.output.data(id, new byte[0], 0, 0, true);
            responseSent();
        }
        connection.flush(this);
    }

    /** Queues the stream for sending, if it has content and the client's window is open. */
    private void queue() {
        if (queued || sendWindow <= 0 || content.waitingBytes() == 0) return;
        queued = true;
        connection.answers.queue(this);
    }

    /**
     * Sends one frame, when it is the stream's turn.
     *
     * @return content bytes sent
     */
    int sendFrame(int most) {
        queued = false;
        // While it was queued, the client may have shrunk its window below zero (RFC 9113, section 6.9.2).
        if (sendWindow <= 0) return 0;
        int sent = content.sendFrame(connection.output, id, (int) Math.min(most, sendWindow));
        sendWindow -= sent;
        bytesSent += sent;
        lastProgress = connection.now();
        if (content.isWhole() && content.waitingBytes() == 0) responseSent();
        else queue();
        return sent;
    }

    /** Widens the window. Returns false if it becomes larger than allowed. */
    boolean widen(long bytes) {
        sendWindow += bytes;
        if (sendWindow > Integer.MAX_VALUE) return false;
        queue();
        return true;
    }

    private void responseSent() {
        responseSent = true;
        releaseBudget();
        handler = null;
        notifyListeners();
        sink.release();
        sink = BodySink.NOWHERE;
        if (clientEnded) {
            connection.ended(this);
        } else {
            restIsUnwanted = contentRefused || !restIsWorthReading();
            // The loop's own time may be as old as its last round.
            lastProgress = System.nanoTime();
            returnWindow();
        }
    }

    private boolean restIsWorthReading() {
        if (head == null || contentRefused || clientWaits()) return false;
        long declared = declaredLength();
        return declared >= 0 && declared - received <= InFlight.DROPPED_BYTES;
    }

    private void notifyListeners() {
        if (!connection.hasListeners()) return;
        long duration = System.nanoTime() - startedAt;
        long startedAtMillis = connection.wallClockMillis(startedAt);
        connection.notifyListeners(new Exchange(
                request, connection.peer().address(), status, received, bytesSent, startedAtMillis, duration));
    }

    // ---- time and shutdown ----

    /** Called several times a second. */
    void checkTime(long now, long partOfFrame) {
        if (restIsUnwanted && now - lastProgress >= READ_NANOS) {
            connection.resetWithoutError(this);
            return;
        }
        boolean stuck = content.waitingBytes() > 0
                && now - lastProgress >= engine.limits.idleTimeout().toNanos();
        if (stuck) connection.resetStuck(this);
        else if (isTooSlow(partOfFrame)) abortContent(new Refusal(408, "the request's body came too slowly"));
    }

    /** A client without window to send is not slow. */
    private boolean isTooSlow(long partOfFrame) {
        if (rate == null || clientEnded || contentRefused || clientWaits() || sink.isFull()) return false;
        return window > 0 && connection.clientHasRoom() && rate.isTooSlow(received + partOfFrame);
    }

    /** Releases everything after the stream has closed. */
    void leave() {
        gone = true;
        if (handling) orphaned = true;
        if (!responseSent) connection.answers.forget(this);
        connection.answers.waits(-content.waitingBytes());
        releaseBudget();
        content.abandon();
        sink.failed(StreamedBody.cutOff());
        sink.release();
        sink = BodySink.NOWHERE;
        returnWindow();
        if (!responseSent) notifyListeners();
        if (request != null) request.forgetBody();
    }

    /** Returns this stream as an unanswered request; empty if its response is complete. */
    Optional<UnansweredRequest> unanswered() {
        if (gone || responseSent || head == null) return Optional.empty();
        return Optional.of(new UnansweredRequest(
                UnansweredRequest.id(connection, id, startedAt),
                head,
                request,
                connection.peer().address(),
                startedAt,
                clientEnded,
                answered,
                handler));
    }

    void interruptHandler() {
        if (handler != null) handler.interrupt();
    }

    @Override
    public void cut() {
        execute(() -> {
            if (!gone) connection.resetForFault(this);
        });
    }

    @Override
    public void flushNow() {
        connection.flushNow();
    }

    @Override
    public void closeForFault(Throwable fault) {
        connection.closeForFault(fault);
    }

    @Override
    public void execute(Runnable task) {
        connection.execute(task);
    }
}

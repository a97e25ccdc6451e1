package vesper.http;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One request of an HTTP/2 connection and its answer (RFC 9113, section 5). Touched by the event loop alone, but for
 * {@link #execute}, {@link #cut} and {@link #hasLeft}, which any thread may call.
 *
 * <p>It is open from its header section until both sides have said all or one has reset it; from then on it is gone,
 * and a handler that still runs for it answers nobody.
 */
final class Http2Stream implements Requester {
    /**
     * Clients that are told with their answer to send no more take that for a failure, so they get to read it first.
     */
    private static final long READ_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    final int id;
    private final Http2Connection connection;
    private final Engine engine;
    private final boolean asksForHead;
    private final long startedAt;
    /** Null where the request is refused for what its head says. */
    private final @Nullable RequestHead head;

    private @Nullable Request request;
    private @Nullable Thread handler;
    private boolean gone;
    /** Whether a handler has been given the request and its answer has not come. */
    private boolean handling;
    /** Whether it has gone since; read by other threads. */
    private volatile boolean orphaned;
    /** When it was last given to handlers; it may have been held back before, for a client that does not read. */
    private long askedAt;

    // What the client sends.
    private BodySink sink = BodySink.NOWHERE;
    private boolean clientEnded;
    private boolean contentRefused;
    /** The answer is out, and of the request only what the client has room for may still come. */
    private boolean restIsUnwanted;

    private boolean continued;
    private long received;
    private int window = Http2Connection.STREAM_WINDOW_BYTES;
    /** Content that was taken in and whose room the client has not been given back. */
    private int owed;

    /** Null where all of the request came with its head, or the rest is refused. */
    private @Nullable ContentRate rate;

    // What we send.
    private final StreamContent content = new StreamContent();
    private long sendWindow;
    private boolean answered;
    private boolean answerIsOut;
    private boolean queued;
    /** Of the answer, as counted by {@link Engine#answers}. */
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

    void begin(boolean endStream) {
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
                    () -> execute(this::giveRoomBack));
            sink = body;
            handle(body);
        } else {
            sink = new GatheredBody(engine.bodies, this::handle);
            sendContinue();
        }
    }

    /** Answers a request that is not handled. */
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

    /** Of the content, or -1 where nobody knows yet. */
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

    /** Begins, or waits until the client has read more of what is there for it. */
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
        connection.output.headers(id, AnswerFields.interim(100), false);
        connection.flush(this);
    }

    // ---- its content ----

    boolean hasClientEnded() {
        return clientEnded;
    }

    /** Whether content that came fits into the window that the client was given. */
    boolean takesFromWindow(int flowBytes) {
        window -= flowBytes;
        return window >= 0;
    }

    /**
     * Takes content in.
     *
     * @param flowBytes what it counts in flow control, padding included
     * @return why the stream must be reset, or null
     */
    @Nullable
    String content(byte[] bytes, int length, int flowBytes) {
        received += length;
        owed += flowBytes;
        long declared = head == null || contentRefused ? -1 : declaredLength();
        if (declared >= 0 && received > declared) return "more content than Content-Length says";
        if (contentRefused || answerIsOut) {
            dropped();
        } else if (received > engine.limits.bodyBytes()) {
            giveUp(new Refusal(413, "the body is larger than " + engine.limits.bodyBytes() + " bytes"));
        } else {
            sink.content(bytes, 0, length);
            Refusal refusal = sink.refusal();
            if (refusal != null) giveUp(refusal);
        }
        if (!gone && !sink.isFull()) giveRoomBack();
        return null;
    }

    /** What nobody reads is let pass up to a bound, for clients that take a reset for a failed request. */
    private void dropped() {
        if (answerIsOut && !restIsUnwanted && received > InFlight.DROPPED_BYTES) connection.resetWithoutError(this);
    }

    private void giveRoomBack() {
        int bytes = owed;
        if (bytes == 0) return;
        owed = 0;
        connection.giveRoomBack(bytes);
        if (gone || clientEnded || contentRefused || restIsUnwanted) return;
        window += bytes;
        connection.giveRoomBack(this, bytes);
    }

    /**
     * The client has said all.
     *
     * @return why the stream must be reset, or null
     */
    @Nullable
    String clientEnded() {
        long declared = head == null || contentRefused ? -1 : declaredLength();
        if (declared >= 0 && received != declared) return "less content than Content-Length says";
        clientEnded = true;
        if (answerIsOut) connection.ended(this);
        else if (!contentRefused) sink.finished();
        return null;
    }

    /** Too large or too slow: the rest is not taken. */
    private void giveUp(Refusal refusal) {
        contentRefused = true;
        if (answerIsOut) connection.resetWithoutError(this);
        else if (sink instanceof GatheredBody) write(Refusals.response(refusal));
        else sink.failed(new RefusedException(refusal));
    }

    // ---- the answer ----

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

    /** What its head says. */
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

    /** Large content counts until the client has taken it. */
    private boolean hasPlaceFor(Response response) {
        int length = response.content() instanceof Response.Bytes bytes ? bytes.length : 0;
        if (length <= Output.COPIED_BYTES || asksForHead || Status.dropsContent(response.status())) return true;
        if (!engine.answers.take(length)) return false;
        held = length;
        return true;
    }

    private void letGo() {
        engine.answers.giveBack(held);
        held = 0;
    }

    private void writeHead(Response response, long contentLength, boolean ends) {
        connection.output.headers(id, AnswerFields.of(response, contentLength, connection.date()), ends);
        if (ends) answerIsOut();
    }

    @Override
    public void sendChunk(byte[] chunk, ResponseStream stream) {
        connection.deliver();
        boolean dropped = Status.dropsContent(status) || chunk.length == 0;
        if (gone || answerIsOut || dropped) {
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
        if (gone || answerIsOut) return;
        content.end();
        if (content.waitingBytes() == 0) {
            connection.output.data(id, new byte[0], 0, 0, true);
            answerIsOut();
        }
        connection.flush(this);
    }

    /** Waits for its turn to send, where it has something to send and the client has room for it. */
    private void queue() {
        if (queued || sendWindow <= 0 || content.waitingBytes() == 0) return;
        queued = true;
        connection.answers.queue(this);
    }

    /**
     * Its turn has come.
     *
     * @return content bytes that were sent
     */
    int sendFrame(int most) {
        queued = false;
        // While it waited, the client may have made its window smaller than what was sent (RFC 9113, section 6.9.2).
        if (sendWindow <= 0) return 0;
        int sent = content.sendFrame(connection.output, id, (int) Math.min(most, sendWindow));
        sendWindow -= sent;
        bytesSent += sent;
        lastProgress = connection.now();
        if (content.isWhole() && content.waitingBytes() == 0) answerIsOut();
        else queue();
        return sent;
    }

    /** False where the window would be larger than it may be. */
    boolean widen(long bytes) {
        sendWindow += bytes;
        if (sendWindow > Integer.MAX_VALUE) return false;
        queue();
        return true;
    }

    private void answerIsOut() {
        answerIsOut = true;
        letGo();
        handler = null;
        tell();
        sink.release();
        sink = BodySink.NOWHERE;
        if (clientEnded) {
            connection.ended(this);
        } else {
            restIsUnwanted = contentRefused || !restIsWorthReading();
            // The loop's own time may be that of its last round.
            lastProgress = System.nanoTime();
            giveRoomBack();
        }
    }

    private boolean restIsWorthReading() {
        if (head == null || contentRefused || clientWaits()) return false;
        long declared = declaredLength();
        return declared >= 0 && declared - received <= InFlight.DROPPED_BYTES;
    }

    private void tell() {
        if (!connection.hasListeners()) return;
        long duration = System.nanoTime() - startedAt;
        long startedAtMillis = connection.wallClockMillis(startedAt);
        connection.tell(new Exchange(
                request, connection.peer().address(), status, received, bytesSent, startedAtMillis, duration));
    }

    // ---- time and the end ----

    /** Called a few times a second. */
    void checkTime(long now, long partOfFrame) {
        if (restIsUnwanted && now - lastProgress >= READ_NANOS) {
            connection.resetWithoutError(this);
            return;
        }
        boolean stuck = content.waitingBytes() > 0
                && now - lastProgress >= engine.limits.idleTimeout().toNanos();
        if (stuck) connection.resetStuck(this);
        else if (isTooSlow(partOfFrame)) giveUp(new Refusal(408, "the request's body came too slowly"));
    }

    /** A client that has no room to send is not slow. */
    private boolean isTooSlow(long partOfFrame) {
        if (rate == null || clientEnded || contentRefused || clientWaits() || sink.isFull()) return false;
        return window > 0 && connection.clientHasRoom() && rate.isTooSlow(received + partOfFrame);
    }

    /** Nothing can be said or heard any more. */
    void leave() {
        gone = true;
        if (handling) orphaned = true;
        if (!answerIsOut) connection.answers.forget(this);
        connection.answers.waits(-content.waitingBytes());
        letGo();
        content.abandon();
        sink.failed(StreamedBody.cutOff());
        sink.release();
        sink = BodySink.NOWHERE;
        giveRoomBack();
        if (!answerIsOut) tell();
        if (request != null) request.forgetBody();
    }

    /** Itself; empty where its answer is out. */
    Optional<Unanswered> unanswered() {
        if (gone || answerIsOut || head == null) return Optional.empty();
        return Optional.of(new Unanswered(
                Unanswered.id(connection, id, startedAt),
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

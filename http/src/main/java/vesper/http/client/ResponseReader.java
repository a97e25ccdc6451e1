package vesper.http.client;

import org.jspecify.annotations.Nullable;
import vesper.http.BodyDecoder;
import vesper.http.Method;
import vesper.http.Refusal;

/**
 * A parser for the responses on an HTTP/1.1 connection, one for each request: interim responses, the head, and the body
 * as delimited by its framing (RFC 9112, section 6). Used by the event loop only.
 */
final class ResponseReader {
    /** Most interim responses to one request; no server needs more. */
    static final int MOST_INTERIM = 100;

    /** Result of parsing some bytes. */
    sealed interface Outcome {
        /** More bytes are needed. */
        record Unfinished() implements Outcome {
            private static final Unfinished HERE = new Unfinished();
        }

        /** 100 Continue: the server wants the content of the request. */
        record Consent() implements Outcome {}

        /** The head is complete; the caller must continue with {@link #accept}. */
        record HeadComplete(ResponseHead head) implements Outcome {}

        /** The body is complete. */
        record Whole(ResponseSink receiver) implements Outcome {}

        /** @param why the limit that is exceeded */
        record TooLarge(String why) implements Outcome {}

        /** @param why the rule that is broken */
        record Malformed(String why) implements Outcome {}
    }

    private final ClientLimits limits;
    private final ResponseHeadParser parser;

    private Method method = Method.GET;
    private boolean underWay;
    private boolean anyByte;
    private int interim;
    /** End of the bytes consumed by the last call. */
    private int position;

    /** Null until the head has arrived and a receiver for the body is known. */
    private @Nullable ResponseSink sink;

    private long mostBytes;
    /** Null if the body ends with the connection. */
    private @Nullable BodyDecoder content;

    private boolean untilClose;
    private long untilCloseBytes;
    private boolean keepsAlive;

    ResponseReader(ClientLimits limits) {
        this.limits = limits;
        this.parser = new ResponseHeadParser(limits.headBytes(), limits.headerLines());
    }

    /** Starts to wait for the response to a request of this method. */
    void start(Method asked) {
        method = asked;
        underWay = true;
        anyByte = false;
        interim = 0;
        keepsAlive = true;
    }

    /** Returns whether a response is expected or incomplete. */
    boolean isUnderWay() {
        return underWay;
    }

    boolean hasStarted() {
        return anyByte;
    }

    /** Returns whether another response may follow on the connection. */
    boolean keepsAlive() {
        return keepsAlive;
    }

    /** Returns the receiver of the body, or null before {@link #accept}. */
    @Nullable
    ResponseSink sink() {
        return sink;
    }

    /** Parses bytes up to the next event; {@link #position} returns how far it got. */
    Outcome take(byte[] bytes, int from, int to) {
        ResponseSink receiver = sink;
        return receiver == null ? takeHead(bytes, from, to) : takeBody(receiver, bytes, from, to);
    }

    int position() {
        return position;
    }

    private Outcome takeHead(byte[] bytes, int from, int to) {
        anyByte = true;
        position = parser.feed(bytes, from, to);
        String refusal = parser.refusal();
        if (refusal != null && parser.isTooLarge())
            return new Outcome.TooLarge("the answer cannot be taken, " + refusal);
        if (refusal != null) return cannotBeTaken(refusal);
        if (!parser.isDone()) return Outcome.Unfinished.HERE;
        ResponseHead head = parser.take();
        return head.isInterim() ? interim(head.status()) : new Outcome.HeadComplete(head);
    }

    private static Outcome cannotBeTaken(String why) {
        return new Outcome.Malformed("the answer cannot be taken, " + why);
    }

    private Outcome interim(int status) {
        if (status == 101) return new Outcome.Malformed("the server switches protocols unasked");
        if (++interim > MOST_INTERIM)
            return new Outcome.Malformed("more than " + MOST_INTERIM + " interim answers and no real one");
        return status == 100 ? new Outcome.Consent() : Outcome.Unfinished.HERE;
    }

    /** Sets the receiver of the body, and the most bytes it accepts. */
    Outcome accept(ResponseHead head, ResponseSink receiver, long most) {
        sink = receiver;
        mostBytes = most;
        boolean empty = method == Method.HEAD || head.status() == 204 || head.status() == 304;
        // A length with 204 breaks the rules, so the input after it cannot be trusted.
        keepsAlive = head.keepsAlive() && !(head.status() == 204 && head.contentLength() > 0);
        long length = empty ? 0 : head.contentLength();
        if (length > mostBytes) return tooLarge(length);
        if (head.chunked() && !empty) {
            content = BodyDecoder.chunked(mostBytes, limits.headBytes(), limits.headerLines());
        } else if (length > 0) {
            content = BodyDecoder.ofLength(length);
        } else if (length == 0) {
            return whole(receiver);
        } else {
            untilClose = true;
            untilCloseBytes = 0;
        }
        return Outcome.Unfinished.HERE;
    }

    private Outcome takeBody(ResponseSink receiver, byte[] bytes, int from, int to) {
        BodyDecoder decoder = content;
        if (decoder == null) return takeUntilClose(receiver, bytes, from, to);
        // Bytes already read are all passed on; a full receiver stops further reads.
        position = decoder.decode(bytes, from, to, receiver);
        Refusal refusal = decoder.refusal();
        if (refusal != null) return refusal.status() == 413 ? tooLarge(-1) : cannotBeTaken(refusal.detail());
        if (!decoder.isDone()) return Outcome.Unfinished.HERE;
        receiver.trailers(decoder.trailers());
        return whole(receiver);
    }

    private Outcome takeUntilClose(ResponseSink receiver, byte[] bytes, int from, int to) {
        position = to;
        untilCloseBytes += to - from;
        if (untilCloseBytes > mostBytes) return tooLarge(untilCloseBytes);
        receiver.content(bytes, from, to);
        return Outcome.Unfinished.HERE;
    }

    private Outcome tooLarge(long bytes) {
        return new Outcome.TooLarge("the body of the answer has " + (bytes < 0 ? "more" : bytes + " bytes, more")
                + " than the " + mostBytes + " that are taken");
    }

    private Outcome whole(ResponseSink receiver) {
        forget();
        return new Outcome.Whole(receiver);
    }

    /** Ends the current response. */
    void forget() {
        underWay = false;
        sink = null;
        content = null;
        untilClose = false;
    }

    /** Returns whether the body ends with the connection. */
    boolean endsWithConnection() {
        return untilClose;
    }

    /** Describes how much of the response had arrived when the connection was lost. */
    String howFar(boolean requestWasSent) {
        if (!anyByte) return (requestWasSent ? "before" : "before all was sent and") + " any byte of an answer came";
        if (sink == null) return "in the middle of the answer's head";
        BodyDecoder decoder = content;
        if (decoder == null) return "in the middle of the answer's body";
        long left = decoder.remaining();
        return "after " + decoder.received() + (left < 0 ? "" : " of " + (decoder.received() + left))
                + " bytes of the answer's body";
    }
}

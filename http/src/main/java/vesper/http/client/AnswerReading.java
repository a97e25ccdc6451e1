package vesper.http.client;

import org.jspecify.annotations.Nullable;
import vesper.http.BodyDecoder;
import vesper.http.Method;
import vesper.http.Refusal;

/**
 * Understands the answers that come over a connection that speaks HTTP/1.1, one for each request: interim ones, the
 * head, and the body as far as its framing says (RFC 9112, section 6). Touched by the event loop alone.
 */
final class AnswerReading {
    /** Interim answers to one request; a server has no use for more. */
    static final int MOST_INTERIM = 100;

    /** What some bytes have told. */
    sealed interface Outcome {
        /** More bytes are needed. */
        record Unfinished() implements Outcome {
            private static final Unfinished HERE = new Unfinished();
        }

        /** The server wants the content of the request. */
        record Consent() implements Outcome {}

        /** The head is here; {@link #accept} says what becomes of the body. */
        record Begun(ResponseHead head) implements Outcome {}

        /** The body has come to its end. */
        record Whole(AnswerSink receiver) implements Outcome {}

        /** @param why which bound it passes */
        record TooLarge(String why) implements Outcome {}

        /** @param why which rule it breaks */
        record Malformed(String why) implements Outcome {}
    }

    private final ClientLimits limits;
    private final ResponseHeadParser parser;

    private Method method = Method.GET;
    private boolean underWay;
    private boolean anyByte;
    private int interim;
    /** How far the last bytes were taken. */
    private int position;

    /** Null until the head has come and somebody takes the body. */
    private @Nullable AnswerSink sink;

    private long mostBytes;
    /** Null where the body ends with the connection. */
    private @Nullable BodyDecoder content;

    private boolean untilClose;
    private long untilCloseBytes;
    private boolean keepsAlive;

    AnswerReading(ClientLimits limits) {
        this.limits = limits;
        this.parser = new ResponseHeadParser(limits.headBytes(), limits.headerLines());
    }

    /** The answer to a request of this method is awaited. */
    void begin(Method asked) {
        method = asked;
        underWay = true;
        anyByte = false;
        interim = 0;
        keepsAlive = true;
    }

    /** Whether an answer is awaited, or under way. */
    boolean isUnderWay() {
        return underWay;
    }

    boolean hasBegun() {
        return anyByte;
    }

    /** Whether another answer may follow on the connection. */
    boolean keepsAlive() {
        return keepsAlive;
    }

    /** Who takes the body, or null while there is none. */
    @Nullable
    AnswerSink sink() {
        return sink;
    }

    /** Takes bytes until they tell something; {@link #position} says how many. */
    Outcome take(byte[] bytes, int from, int to) {
        AnswerSink receiver = sink;
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
        return head.isInterim() ? interim(head.status()) : new Outcome.Begun(head);
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

    /** Says who takes the body, and how much of it may come. */
    Outcome accept(ResponseHead head, AnswerSink receiver, long most) {
        sink = receiver;
        mostBytes = most;
        boolean empty = method == Method.HEAD || head.status() == 204 || head.status() == 304;
        // A length with 204 is against the rules, so who knows what follows.
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

    private Outcome takeBody(AnswerSink receiver, byte[] bytes, int from, int to) {
        BodyDecoder decoder = content;
        if (decoder == null) return takeUntilClose(receiver, bytes, from, to);
        // What has been read is taken whole; where it fills the receiver, no more is read.
        position = decoder.decode(bytes, from, to, receiver);
        Refusal refusal = decoder.refusal();
        if (refusal != null) return refusal.status() == 413 ? tooLarge(-1) : cannotBeTaken(refusal.detail());
        if (!decoder.isDone()) return Outcome.Unfinished.HERE;
        receiver.trailers(decoder.trailers());
        return whole(receiver);
    }

    private Outcome takeUntilClose(AnswerSink receiver, byte[] bytes, int from, int to) {
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

    private Outcome whole(AnswerSink receiver) {
        forget();
        return new Outcome.Whole(receiver);
    }

    /** Nothing more is expected of it. */
    void forget() {
        underWay = false;
        sink = null;
        content = null;
        untilClose = false;
    }

    /** Whether the end of the connection is the end of the body. */
    boolean endsWithConnection() {
        return untilClose;
    }

    /** How far it had come when the connection was lost. */
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

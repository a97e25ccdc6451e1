package vesper.http.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its first request through redirects and repetitions to the answer that its caller gets. It is at one
 * place at a time, in a pool's queue, on a connection or in a pause, and changes only there.
 */
final class Call implements Runnable {
    /**
     * Connections that turn out to be dead or refuse a call cost so many attempts, beside the repetitions that were
     * asked for.
     */
    private static final int DEAD_CONNECTIONS = 3;

    private static final Set<Integer> WORTH_REPEATING = Set.of(502, 503, 504);

    private final ClientEngine engine;
    private final Delivery delivery;
    private AddedFields furtherFields;
    private final long startedAt = System.nanoTime();
    private final Duration total;

    private volatile ClientRequest request;
    private final List<URI> visited = new ArrayList<>(0);
    private int repetitions;
    private int dead;
    private boolean headCame;

    /** Who wrote its content last, null where nobody has. */
    private @Nullable RequestStream writer;

    private volatile @Nullable OriginPool pool;
    private volatile @Nullable ClientConnection connection;
    private volatile boolean abandoned;

    Call(ClientEngine engine, ClientRequest request, Delivery delivery, AddedFields clientFields) {
        this.engine = engine;
        this.request = request;
        this.delivery = delivery;
        this.total = request.timeout().orElse(engine.settings.timeouts().total());
        var passedOn = engine.settings.passedOn();
        this.furtherFields = passedOn == null ? clientFields : clientFields.and(passedOn.get());
    }

    void start() {
        engine.take(this);
    }

    ClientRequest request() {
        return request;
    }

    /** What the client adds to every request. */
    AddedFields furtherFields() {
        return furtherFields;
    }

    /** Has its content written for where it is now, when the writer that was stopped elsewhere has ended. */
    RequestStream write(RequestContent.Written content, Carrier carrier) {
        RequestStream stream = new RequestStream(carrier, content, writer);
        writer = stream;
        stream.start();
        return stream;
    }

    long mostBytes() {
        return delivery.mostBytes();
    }

    void waitsIn(OriginPool queue) {
        pool = queue;
    }

    void runsOn(ClientConnection given) {
        connection = given;
    }

    /** On the loop of the connection that it was given. */
    @Override
    public void run() {
        ClientConnection given = connection;
        if (given != null) given.start(this);
    }

    boolean isOver() {
        return abandoned || delivery.isOver();
    }

    /** Nobody waits for an answer any more. From any thread. */
    void abandon() {
        abandoned = true;
        OriginPool queue = pool;
        if (queue != null) queue.forget(this);
        engine.forget(this);
        ClientConnection busy = connection;
        if (busy != null) busy.abort(this);
    }

    boolean isLate(long now) {
        if (headCame && delivery.isBoundToHead()) return false;
        return now - startedAt > total.toNanos();
    }

    /** Its time is over. */
    void late(String meanwhile) {
        delivery.failed(lateNow(meanwhile));
    }

    TimedOutException lateNow(String meanwhile) {
        return new TimedOutException(
                TimedOutException.Phase.TOTAL, total, request + ": not done within " + total + ", " + meanwhile);
    }

    /** The connection was closed before it could be used. */
    void notBegun() {
        if (++dead <= DEAD_CONNECTIONS) take();
        else
            failed(ConnectionLostException.unprocessed(
                    request + ": " + dead + " connections in turn were closed before they could be used"));
    }

    /** An idle connection turned out to be dead when the request was sent. */
    void foundDeadConnection(ClientException reason) {
        OriginPool of = pool;
        if (of != null) of.discardIdle();
        if (request.isIdempotent() && request.content().isReplayable() && ++dead <= DEAD_CONNECTIONS) take();
        else failed(reason);
    }

    /** The server has said that it did nothing for it, so that it can be sent again whatever it asks for. */
    void notProcessed(ClientException reason) {
        if (request.content().isReplayable() && ++dead <= DEAD_CONNECTIONS) take();
        else failed(reason);
    }

    /** Goes on, over whatever connection it gets. */
    void take() {
        connection = null;
        if (isLate(System.nanoTime())) late("its connections were lost");
        else if (!isOver()) engine.take(this);
    }

    /** It got no answer this time. */
    void failed(ClientException reason) {
        connection = null;
        boolean worthRepeating = (reason.nothingWasDone() && !(reason instanceof TooManyWaitingException))
                || (reason instanceof ConnectionLostException && request.isIdempotent());
        if (!worthRepeating || !request.content().isReplayable() || !repeats(0)) delivery.failed(reason);
    }

    /** Whether it is made again after a pause. */
    private boolean repeats(long atLeastNanos) {
        Retries retries = engine.settings.retries();
        if (repetitions >= retries.most() || isOver() || engine.isClosed()) return false;
        long pause = Math.max(atLeastNanos, retries.pauseNanos(repetitions + 1, engine.random.get()));
        if (isLate(System.nanoTime() + pause)) return false;
        repetitions++;
        engine.pause(this, pause);
        return true;
    }

    /** The head of an answer: returns who takes its body, or null where the call goes on elsewhere. */
    @Nullable
    AnswerSink answered(ResponseHead head, Carrier from) {
        if (isRepeated(head)) return null;
        try {
            Optional<ClientRequest> next = Redirection.next(request, head, engine.settings.redirects(), visited);
            if (next.isPresent()) {
                moveTo(next.get());
                take();
                return null;
            }
        } catch (RedirectRefusedException e) {
            connection = null;
            delivery.failed(e);
            return null;
        }
        headCame = true;
        return delivery.begin(head, request.uri(), from);
    }

    private void moveTo(ClientRequest next) {
        // What is passed on may say who the caller is, too.
        if (!next.origin().equals(request.origin())) furtherFields = furtherFields.without(Redirection::isCredential);
        request = next;
    }

    private boolean isRepeated(ResponseHead head) {
        if (!WORTH_REPEATING.contains(head.status())
                || repetitions >= engine.settings.retries().most()) return false;
        if (!request.isIdempotent() || !request.content().isReplayable()) return false;
        long asked = RetryAfter.nanos(head.headers());
        if (asked > engine.settings.retries().longestPause().toNanos()) return false;
        // Another attempt may begin before this returns. Where there is none, this connection has the call still.
        ClientConnection here = connection;
        connection = null;
        if (repeats(asked)) return true;
        connection = here;
        return false;
    }
}

package vesper.http.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One call, from its first request through redirects and retries to the response for its caller. At any time it belongs
 * to one owner: the queue of a pool, a connection, or a retry timer. Only that owner changes it.
 */
final class Call implements Runnable {
    /**
     * Attempts allowed for connections that turn out to be dead or refuse the call, in addition to the configured
     * retries.
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

    /** The last writer of its content; null if there was none. */
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

    /** Returns the fields that the client adds to every request. */
    AddedFields furtherFields() {
        return furtherFields;
    }

    /** Starts to write its content on this carrier, once the writer that was stopped on an earlier one has ended. */
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

    /** Runs on the loop of its connection. */
    @Override
    public void run() {
        ClientConnection given = connection;
        if (given != null) given.start(this);
    }

    boolean isOver() {
        return abandoned || delivery.isOver();
    }

    /** Ends a call whose response is no longer wanted. Thread-safe. */
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

    /** Fails the call because its total timeout has elapsed. */
    void late(String meanwhile) {
        delivery.failed(lateNow(meanwhile));
    }

    TimedOutException lateNow(String meanwhile) {
        return new TimedOutException(
                TimedOutException.Phase.TOTAL, total, request + ": not done within " + total + ", " + meanwhile);
    }

    /** Called when its connection was closed before it could be used. */
    void notStarted() {
        if (++dead <= DEAD_CONNECTIONS) take();
        else
            failed(ConnectionLostException.unprocessed(
                    request + ": " + dead + " connections in turn were closed before they could be used"));
    }

    /** Called when an idle connection proved to be dead after the request was sent. */
    void foundDeadConnection(ClientException reason) {
        OriginPool of = pool;
        if (of != null) of.discardIdle();
        if (request.isIdempotent() && request.content().isReplayable() && ++dead <= DEAD_CONNECTIONS) take();
        else failed(reason);
    }

    /**
     * Called when the server reported that it did not process the request, which can then be sent again with any
     * method.
     */
    void notProcessed(ClientException reason) {
        if (request.content().isReplayable() && ++dead <= DEAD_CONNECTIONS) take();
        else failed(reason);
    }

    /** Continues with the next connection available. */
    void take() {
        connection = null;
        if (isLate(System.nanoTime())) late("its connections were lost");
        else if (!isOver()) engine.take(this);
    }

    /** Handles a failed attempt: retries the call or fails it. */
    void failed(ClientException reason) {
        connection = null;
        boolean worthRepeating = (reason.nothingWasDone() && !(reason instanceof TooManyWaitingException))
                || (reason instanceof ConnectionLostException && request.isIdempotent());
        if (!worthRepeating || !request.content().isReplayable() || !repeats(0)) delivery.failed(reason);
    }

    /** Schedules a retry, if one is allowed. Returns whether it did. */
    private boolean repeats(long atLeastNanos) {
        Retries retries = engine.settings.retries();
        if (repetitions >= retries.most() || isOver() || engine.isClosed()) return false;
        long pause = Math.max(atLeastNanos, retries.pauseNanos(repetitions + 1, engine.random.get()));
        if (isLate(System.nanoTime() + pause)) return false;
        repetitions++;
        engine.pause(this, pause);
        return true;
    }

    /** Handles the head of a response. Returns the receiver of the body, or null if the call continues elsewhere. */
    @Nullable
    ResponseSink answered(ResponseHead head, Carrier from) {
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
        return delivery.startBody(head, request.uri(), from);
    }

    private void moveTo(ClientRequest next) {
        // Passed-on fields may contain credentials too.
        if (!next.origin().equals(request.origin())) furtherFields = furtherFields.without(Redirection::isCredential);
        request = next;
    }

    private boolean isRepeated(ResponseHead head) {
        if (!WORTH_REPEATING.contains(head.status())
                || repetitions >= engine.settings.retries().most()) return false;
        if (!request.isIdempotent() || !request.content().isReplayable()) return false;
        long asked = RetryAfter.nanos(head.headers());
        if (asked > engine.settings.retries().longestPause().toNanos()) return false;
        // The retry may start on another thread before this returns. Without a retry this connection keeps the call.
        ClientConnection here = connection;
        connection = null;
        if (repeats(asked)) return true;
        connection = here;
        return false;
    }
}

package vesper.http;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoop;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.http.frames.FrameOutput;

/**
 * What the connections of one event loop share: scratch space, the parser, the encoder, the clock and the rounds that
 * look for connections whose time is over. Everything is touched by the loop's thread alone, but for what the
 * {@link Watchdog} reads.
 */
final class Loop {
    private static final Logger log = LoggerFactory.getLogger(Loop.class);
    private static final VarHandle TURN;
    private static final VarHandle EXCHANGES;

    static {
        try {
            TURN = MethodHandles.lookup().findVarHandle(Loop.class, "turn", int.class);
            EXCHANGES = MethodHandles.lookup().findVarHandle(Loop.class, "exchanges", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final long ROUND_MILLIS = 250;
    private static final int ROUNDS_PER_RETIREMENT = 40;
    /** Handlers that hold it for less are quick; a few milliseconds may be those of other threads. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** As much as a connection may have left over from before, and one read. */
    static final int INPUT_BYTES = Connection.PENDING_BYTES + Connection.READ_BYTES;

    final EventLoop eventLoop;
    final HeadParser parser;
    final ResponseEncoder encoder = new ResponseEncoder();
    /** The content of an HTTP/2 frame, between Netty's buffer and whoever takes it. */
    final byte[] frame = new byte[FrameOutput.FRAME_BYTES];

    final byte[] input = new byte[INPUT_BYTES];
    final LoopBuffers buffers = new LoopBuffers(UnpooledByteBufAllocator.DEFAULT);

    /** Null where virtual threads are not carried by event loops. */
    final @Nullable Workers workers;

    /** Null where handlers do not run on this loop's virtual threads, or all are to be handled. */
    final @Nullable Protection protection;

    private final PollTimes polls;

    final Dispatch dispatch;
    /** Each one's for this loop. */
    final ExchangeListener[] listeners;

    private final List<OpenConnection> connections = new ArrayList<>();
    private long now = System.nanoTime();
    /** By how much the wall clock, in nanoseconds since 1970, was ahead of {@link System#nanoTime} a moment ago. */
    private long wallClockAheadNanos = wallClockAhead(now);

    private volatile LoopSample sample = LoopSample.NOTHING;
    private long slowNanos;
    /** Whose processor time is this loop's. */
    private volatile long threadId;

    private int rounds;
    /** What listeners are told of before any of these answers leaves. */
    private final List<Exchange> untold = new ArrayList<>();
    /** Whose these are, in the same order. */
    private final List<OpenConnection> toldOf = new ArrayList<>();

    private boolean telling;
    /** Whose content is let go of when they have been told. */
    private final List<Request> unforgotten = new ArrayList<>();

    /** Requests of this loop that are not answered yet. Counted per loop, so that loops do not contend for a number. */
    private int exchanges;

    /** Whether the loop is reading what has come, and will say when that is done. */
    private boolean reading;

    /** Whether a continuation of a virtual thread is running on this loop right now. */
    private boolean carrying;

    // Written in plain mode on the hot path; the watchdog may read them a little late.
    private int turn;
    private @Nullable Request running;
    private @Nullable Thread runningOn;

    /** {@code polls} is what {@code protection} looks at; this loop writes it. */
    Loop(EventLoop eventLoop, Engine engine, PollTimes polls, @Nullable Protection protection) {
        this.polls = polls;
        this.protection = protection;
        this.eventLoop = eventLoop;
        this.parser = new HeadParser(engine.limits);
        this.listeners = Arrays.stream(engine.listeners)
                .map(ExchangeListener::onEventLoop)
                .toArray(ExchangeListener[]::new);
        CarrierScheduler scheduler = engine.scheduler;
        workers = scheduler == null
                ? null
                : new Workers(this, engine.calls, scheduler, engine.limits.pipelined(), protection);
        dispatch = new Dispatch(engine, this);
    }

    void start() {
        eventLoop.execute(() -> threadId = Thread.currentThread().threadId());
        var _ = eventLoop.scheduleAtFixedRate(this::round, ROUND_MILLIS, ROUND_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The server stops; called on the loop. */
    void end() {
        if (workers != null) workers.end();
        buffers.close();
    }

    /** Whatever fails in a round, the next one comes: no task that threw is called again. */
    private void round() {
        now = System.nanoTime();
        wallClockAheadNanos = wallClockAhead(now);
        orLog(encoder::tick);
        // From the end, because a connection that is closed leaves its place to the last one.
        for (int i = connections.size() - 1; i >= 0; i--) {
            if (i < connections.size()) check(connections.get(i));
        }
        if (protection != null) orLog(() -> protection.round(now));
        int waiting = protection == null ? 0 : protection.waiting();
        sample = new LoopSample(++rounds, connections.size(), waiting, slowNanos);
        if (workers != null && rounds % ROUNDS_PER_RETIREMENT == 0) orLog(workers::retire);
    }

    private static void orLog(Runnable part) {
        try {
            part.run();
        } catch (Throwable e) {
            log.error("an event loop failed in its round", e);
        }
    }

    /** A fault costs its own connection, not the rounds. */
    private void check(OpenConnection connection) {
        try {
            connection.checkTime(now);
        } catch (Throwable e) {
            orLog(() -> connection.closeForFault(e));
        }
    }

    /**
     * Tells who listens, at the latest before the answer leaves: of answers that are delivered together in one go, so that
     * what a listener needs is at hand from the second one on.
     *
     * @param connection is closed where a listener fails for a fault of ours
     */
    void tell(OpenConnection connection, Exchange finished) {
        if (workers != null && workers.isDelivering()) {
            untold.add(finished);
            toldOf.add(connection);
        } else {
            tellAll();
            tell(finished);
        }
    }

    /** To be called before anything is sent. */
    void tellAll() {
        if (untold.isEmpty() || telling) return;
        telling = true;
        // A connection that is closed for a fault may add what it leaves unfinished.
        for (int i = 0; i < untold.size(); i++) {
            try {
                tell(untold.get(i));
            } catch (Throwable e) {
                OpenConnection connection = toldOf.get(i);
                orLog(() -> connection.closeForFault(e));
            }
        }
        untold.clear();
        toldOf.clear();
        telling = false;
        for (int i = 0; i < unforgotten.size(); i++) orLog(unforgotten.get(i)::forgetBody);
        unforgotten.clear();
    }

    private void tell(Exchange finished) {
        for (ExchangeListener listener : listeners) {
            try {
                listener.finished(finished);
            } catch (RuntimeException e) {
                log.error("a listener failed on {}", finished, e);
            }
        }
    }

    /** Has the content of a request let go of that listeners may not have been told of. */
    void forgetBody(Request request) {
        if (untold.isEmpty()) request.forgetBody();
        else unforgotten.add(request);
    }

    void exchangeBegan() {
        EXCHANGES.setRelease(this, exchanges + 1);
    }

    void exchangeEnded() {
        EXCHANGES.setRelease(this, exchanges - 1);
    }

    int exchanges() {
        return (int) EXCHANGES.getAcquire(this);
    }

    /** The time of the current turn, {@link System#nanoTime}. */
    long now() {
        return now;
    }

    /** What the wall clock showed at a time of {@link System#nanoTime}, milliseconds since 1970. */
    long wallClockMillis(long nanos) {
        return (wallClockAheadNanos + nanos) / 1_000_000;
    }

    /** Whole milliseconds would be behind by up to one, and what is told by them would have begun too early. */
    private static long wallClockAhead(long nanos) {
        Instant wallClock = Instant.now();
        return TimeUnit.SECONDS.toNanos(wallClock.getEpochSecond()) + wallClock.getNano() - nanos;
    }

    /** When an answer has been handed to its socket: of those that are delivered together the same for all. */
    long answeredAt() {
        return workers != null && workers.isDelivering() ? now : System.nanoTime();
    }

    void newTurn() {
        now = System.nanoTime();
    }

    void add(OpenConnection connection) {
        connection.place = connections.size();
        connections.add(connection);
    }

    void remove(OpenConnection connection) {
        OpenConnection last = connections.removeLast();
        if (connection.place == connections.size()) return;
        connections.set(connection.place, last);
        last.place = connection.place;
    }

    List<OpenConnection> connections() {
        return List.copyOf(connections);
    }

    /** Requests of all connections that are not answered whole yet. */
    List<Unanswered> unanswered() {
        List<Unanswered> all = new ArrayList<>();
        for (OpenConnection connection : connections()) all.addAll(connection.unanswered());
        return all;
    }

    /** What handlers have answered meanwhile goes out, so that no thread counts for a request that it is done with. */
    void deliverAnswers() {
        if (workers != null && !workers.isDelivering()) workers.deliver();
    }

    /** As it was a moment ago; any thread may ask. */
    LoopSample sample() {
        return sample;
    }

    long threadId() {
        return threadId;
    }

    /** Handlers have held it for so long at a stretch. */
    void wasHeld(long nanos) {
        if (nanos > SLOW_NANOS) slowNanos += nanos;
    }

    /**
     * Has connections that wait for a request go on on others, each in turn.
     *
     * @param kept so many stay at least
     */
    void handOver(List<Loop> others, int kept, int atOnce) {
        int most = Math.min(atOnce, connections.size() - kept);
        int moved = 0;
        for (OpenConnection connection : connections()) {
            if (moved >= most) return;
            if (connection.moveTo(others.get(moved % others.size()))) moved++;
        }
    }

    /** A turn begins: the transport looks for what has come, and may wait for it. */
    void readingBegins(boolean mayWait) {
        reading = true;
        polls.enter(mayWait);
    }

    /** The transport has read what there was; what came together is handled together. */
    void readingEnds() {
        reading = false;
        polls.leave();
        if (workers == null) return;
        try {
            workers.readingIsDone();
        } catch (Throwable e) {
            // No task is around this that would log it and let the loop live.
            log.error("an event loop failed at a turn", e);
        }
    }

    boolean isReading() {
        return reading;
    }

    boolean isCarrying() {
        return carrying;
    }

    /** Marks the stretch in which code of a handler holds the loop. */
    void enter(@Nullable Request request, Thread thread) {
        carrying = true;
        running = request;
        runningOn = thread;
        TURN.setRelease(this, turn + 1);
    }

    void leave() {
        TURN.setRelease(this, turn + 1);
        carrying = false;
        running = null;
        runningOn = null;
    }

    /** Another request is handled within the same stretch. */
    void nextRequest(Request request) {
        running = request;
        TURN.setRelease(this, turn + 2);
    }

    /** Odd while code of a handler holds the loop; another number each time. */
    int turn() {
        return (int) TURN.getAcquire(this);
    }

    @Nullable
    Request running() {
        return running;
    }

    @Nullable
    Thread runningOn() {
        return runningOn;
    }
}

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
 * State shared by the connections of one event loop: scratch space, parser, encoder and clock. Its rounds, every
 * {@value #ROUND_MILLIS} ms, check for connections that have exceeded a timeout. Used by the loop's thread only, except
 * for the fields that the {@link Watchdog} reads.
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
    /** Handlers that hold the loop for less count as quick: a few milliseconds may have been taken by other threads. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Room for the bytes that a connection may have buffered, and one read. */
    static final int INPUT_BYTES = Connection.PENDING_BYTES + Connection.READ_BYTES;

    final EventLoop eventLoop;
    final HeadParser parser;
    final ResponseEncoder encoder = new ResponseEncoder();
    /** Content of an HTTP/2 frame, between Netty's buffer and its consumer. */
    final byte[] frame = new byte[FrameOutput.FRAME_BYTES];

    final byte[] input = new byte[INPUT_BYTES];
    final LoopBuffers buffers = new LoopBuffers(UnpooledByteBufAllocator.DEFAULT);

    /** Null if event loops do not carry virtual threads. */
    final @Nullable Workers workers;

    /** Null if handlers do not run on this loop's virtual threads, or overload protection is off. */
    final @Nullable Protection protection;

    private final PollTimes polls;

    final Dispatch dispatch;
    /** The listeners' instances for this loop. */
    final ExchangeListener[] listeners;

    private final List<OpenConnection> connections = new ArrayList<>();
    private long now = System.nanoTime();
    /** Difference of the wall clock, in nanoseconds since 1970, from {@link System#nanoTime}, as of the last round. */
    private long wallClockAheadNanos = wallClockAhead(now);

    private volatile LoopSample sample = LoopSample.NOTHING;
    private long slowNanos;
    /** The platform thread whose CPU time is measured for this loop. */
    private volatile long threadId;

    private int rounds;
    /** Finished exchanges whose listeners are not notified yet; they must be before any of these responses leaves. */
    private final List<Exchange> unreported = new ArrayList<>();
    /** Connection of each entry in {@link #unreported}. */
    private final List<OpenConnection> unreportedOf = new ArrayList<>();

    private boolean notifying;
    /** Requests whose bodies are released after the listeners were notified. */
    private final List<Request> bodiesToRelease = new ArrayList<>();

    /** Requests of this loop not answered yet. Counted per loop, so that loops do not contend for one counter. */
    private int exchanges;

    /** True while the transport reads from sockets; {@link #endReading} is called at the end. */
    private boolean reading;

    /** True while a continuation of a virtual thread runs on this loop. */
    private boolean carrying;

    // Written without full fences on the hot path; the watchdog may read them a little late.
    private int turn;
    private @Nullable Request running;
    private @Nullable Thread runningOn;

    /** @param polls read by {@code protection}, written by this loop */
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

    /** Releases resources when the server stops. Called on the loop. */
    void end() {
        if (workers != null) workers.end();
        buffers.close();
    }

    /** Catches every failure, since a scheduled task that throws is not run again. */
    private void round() {
        now = System.nanoTime();
        wallClockAheadNanos = wallClockAhead(now);
        orLog(encoder::tick);
        // Backwards, because the last connection takes the place of one that is removed.
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

    /** A fault costs its own connection, not the round. */
    private void check(OpenConnection connection) {
        try {
            connection.checkTime(now);
        } catch (Throwable e) {
            orLog(() -> connection.closeForFault(e));
        }
    }

    /**
     * Notifies the listeners, at the latest before the response leaves. Responses delivered together are reported
     * together, so that from the second one on the listeners' code and data are still in the CPU caches.
     *
     * @param connection closed if a listener fails because of a fault in our code
     */
    void notifyListeners(OpenConnection connection, Exchange finished) {
        if (workers != null && workers.isDelivering()) {
            unreported.add(finished);
            unreportedOf.add(connection);
        } else {
            notifyPending();
            notifyListeners(finished);
        }
    }

    /** Notifies the listeners of all pending exchanges. Must be called before anything is sent. */
    void notifyPending() {
        if (unreported.isEmpty() || notifying) return;
        notifying = true;
        // The list may grow: a connection that is closed for a fault reports its unfinished exchange.
        for (int i = 0; i < unreported.size(); i++) {
            try {
                notifyListeners(unreported.get(i));
            } catch (Throwable e) {
                OpenConnection connection = unreportedOf.get(i);
                orLog(() -> connection.closeForFault(e));
            }
        }
        unreported.clear();
        unreportedOf.clear();
        notifying = false;
        for (int i = 0; i < bodiesToRelease.size(); i++) orLog(bodiesToRelease.get(i)::forgetBody);
        bodiesToRelease.clear();
    }

    private void notifyListeners(Exchange finished) {
        for (ExchangeListener listener : listeners) {
            try {
                listener.finished(finished);
            } catch (RuntimeException e) {
                log.error("a listener failed on {}", finished, e);
            }
        }
    }

    /** Releases the body of a request, after the listeners were notified of it. */
    void forgetBody(Request request) {
        if (unreported.isEmpty()) request.forgetBody();
        else bodiesToRelease.add(request);
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

    /** Returns the start of the current iteration of the loop, {@link System#nanoTime}. */
    long now() {
        return now;
    }

    /** Converts {@link System#nanoTime} to wall clock time, in milliseconds since 1970. */
    long wallClockMillis(long nanos) {
        return (wallClockAheadNanos + nanos) / 1_000_000;
    }

    /**
     * Reads the wall clock with nanoseconds: whole milliseconds lag by up to one, and exchanges would appear to start
     * too early.
     */
    private static long wallClockAhead(long nanos) {
        Instant wallClock = Instant.now();
        return TimeUnit.SECONDS.toNanos(wallClock.getEpochSecond()) + wallClock.getNano() - nanos;
    }

    /** Returns the time at which a response was handed to its socket; the same for all responses delivered together. */
    long answeredAt() {
        return workers != null && workers.isDelivering() ? now : System.nanoTime();
    }

    void startIteration() {
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

    /** Returns the requests of all connections whose response is not complete. */
    List<UnansweredRequest> unanswered() {
        List<UnansweredRequest> all = new ArrayList<>();
        for (OpenConnection connection : connections()) all.addAll(connection.unanswered());
        return all;
    }

    /**
     * Writes the responses that handlers have ready, so that no thread is attributed to a request that it has finished.
     */
    void deliverAnswers() {
        if (workers != null && !workers.isDelivering()) workers.deliver();
    }

    /** Returns the sample of the last round. Called by any thread. */
    LoopSample sample() {
        return sample;
    }

    long threadId() {
        return threadId;
    }

    /** Records that handlers have held the loop for this long without a break. */
    void recordHeld(long nanos) {
        if (nanos > SLOW_NANOS) slowNanos += nanos;
    }

    /**
     * Moves connections that wait for a request to other loops, in rotation.
     *
     * @param kept number of connections that stay at least
     */
    void handOver(List<Loop> others, int kept, int atOnce) {
        int most = Math.min(atOnce, connections.size() - kept);
        int moved = 0;
        for (OpenConnection connection : connections()) {
            if (moved >= most) return;
            if (connection.moveTo(others.get(moved % others.size()))) moved++;
        }
    }

    /**
     * Called at the start of an iteration, when the transport polls its sockets.
     *
     * @param mayWait whether the poll may block
     */
    void startReading(boolean mayWait) {
        reading = true;
        polls.enter(mayWait);
    }

    /** Called when the transport has read all available input: requests that arrived together are handled together. */
    void endReading() {
        reading = false;
        polls.leave();
        if (workers == null) return;
        try {
            workers.readingIsDone();
        } catch (Throwable e) {
            // This is not in a task, so no caller would log the exception and keep the loop alive.
            log.error("an event loop failed at a turn", e);
        }
    }

    boolean isReading() {
        return reading;
    }

    boolean isCarrying() {
        return carrying;
    }

    /** Marks the start of a stretch in which handler code holds the loop. */
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

    /** Marks that another request is handled within the same stretch. */
    void nextRequest(Request request) {
        running = request;
        TURN.setRelease(this, turn + 2);
    }

    /** Returns a number that is odd while handler code holds the loop, and different for each request. */
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

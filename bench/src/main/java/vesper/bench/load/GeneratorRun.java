package vesper.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One thread's share of a run of the generator, from its first connection to its last response.
 *
 * <p>A connection is either busy, or in {@code resting} until a request may be sent. It is opened for its first
 * request, so a connection that cannot be opened fails that request.
 */
final class GeneratorRun implements Closeable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int READ_BYTES = 64 * 1024;
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Below this, the timeout of a selector, which has a resolution of milliseconds, would fire too late. */
    private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long MAX_SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private final LoadPlan plan;
    private final InetSocketAddress address;
    private final Selector selector;
    private final List<LoadConnection> connections;
    private final Deque<LoadConnection> idle;
    /**
     * Connections that could not be opened. They stay here until the next sweep, so that the generator does not retry
     * as fast as it can if no server listens.
     */
    private final Deque<LoadConnection> unconnected;

    private final LoadTally tally = new LoadTally();
    private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final byte[] received = new byte[READ_BYTES];
    private final Consumer<SelectionKey> whenReady = this::onReady;
    private final long timeoutNanos;
    private final Pacing pacing;
    private final long startedAt;
    private final Sources sources;
    private final ProgressCounter progress;
    private long now;
    private long sweptAt;
    private int unanswered;
    /** Time at which it last polled its connections. */
    private long polledAt;
    /** Latest time at which it meant to poll them again. */
    private long pollDeadline;
    /** Start of the current period in which a connection is free; meaningless if all are busy. */
    private long freeSince;
    /** Number of calls on open connections, in addition to the requests that were due. */
    private long calls;
    /** CPU time for polling while it waited for the next due time. */
    private long spunNanos;

    /** @param connections closed connections, ready to be opened */
    GeneratorRun(LoadPlan plan, Share share, List<LoadConnection> connections, ProgressCounter telling, long startedAt)
            throws IOException {
        this.plan = plan;
        this.address = plan.target().address();
        this.selector = Selector.open();
        this.connections = connections;
        this.idle = new ArrayDeque<>(connections);
        this.unconnected = new ArrayDeque<>(connections.size());
        this.sources = new Sources(plan.sockets().sources());
        this.progress = telling;
        this.timeoutNanos = plan.timeout().toNanos();
        this.startedAt = startedAt;
        this.now = startedAt;
        this.sweptAt = startedAt;
        this.polledAt = startedAt;
        this.pollDeadline = startedAt;
        this.freeSince = startedAt;
        this.pacing = Pacing.of(plan, share, startedAt);
    }

    /**
     * Runs until the end, or until the thread is interrupted, which keeps its interrupt flag.
     *
     * @return the measurements
     */
    LoadTally drive() throws IOException {
        long busyBefore = THREADS.getCurrentThreadCpuTime();
        while ((pacing.hasMore(now) || unanswered > 0)
                && !Thread.currentThread().isInterrupted()) {
            dispatch();
            select();
            polledAt = now;
            if (now - sweptAt >= SWEEP_NANOS) sweep();
        }
        long busy = THREADS.getCurrentThreadCpuTime() - busyBefore - spunNanos;
        tally.finish(now - startedAt, pacing.sent() + calls, busyBefore < 0 ? 0 : Math.max(0, busy));
        return tally;
    }

    @Override
    public void close() {
        connections.forEach(LoadConnection::close);
        try {
            selector.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void dispatch() {
        while (!idle.isEmpty() && pacing.maySend(now)) {
            start(idle.removeFirst());
        }
    }

    private void select() throws IOException {
        long waitNanos = SWEEP_NANOS;
        long startedAt = System.nanoTime();
        if (pacing.isFixedRate() && pacing.hasMore(now) && !idle.isEmpty()) {
            waitNanos = Math.min(waitNanos, pacing.nextDueAt() - startedAt);
        }
        pollDeadline = polledAt + Math.max(0, waitNanos);
        boolean isSpinning = waitNanos < SPIN_NANOS;
        if (isSpinning) Thread.onSpinWait();
        int ready = isSpinning
                ? selector.selectNow(whenReady)
                : selector.select(whenReady, TimeUnit.NANOSECONDS.toMillis(waitNanos));
        now = System.nanoTime();
        // The excess over this limit is time in which another thread had the processor.
        if (isSpinning && ready == 0) spunNanos += Math.min(MAX_SPIN_NANOS, now - startedAt);
    }

    private void start(LoadConnection connection) {
        connection.resting = false;
        enqueueOn(connection);
        try {
            if (!connection.isOpen()) {
                connection.open(selector, sources.next(), address, now);
                if (connection.isConnected()) tally.countConnected(0);
            }
            if (connection.isConnected()) send(connection);
        } catch (NoSocketException _) {
            fail(connection, LoadError.LOCAL);
        } catch (IOException _) {
            fail(connection, connection.isConnected() ? LoadError.CUT_OFF : LoadError.CONNECT);
        }
    }

    private void enqueueOn(LoadConnection connection) {
        long started = pacing.countSent(now);
        if (pacing.isFixedRate()) recordDelay(started);
        connection.enqueue(started, now);
        unanswered++;
    }

    /**
     * Records the delay of a request, split into the wait for a free connection and the generator's own lag after that.
     */
    private void recordDelay(long due) {
        long queued = Math.max(0, Math.min(freeSince, now) - due);
        tally.recordDelay(queued, now - due - queued);
    }

    /**
     * Notes that a connection is free. If the generator polled later than it meant to, the connection may have been
     * free since the planned time.
     */
    private void noteFree() {
        freeSince = Math.min(now, pollDeadline);
    }

    /** Fills the pipeline if there is one, and writes. */
    private void send(LoadConnection connection) throws IOException {
        while (connection.inFlight.hasRoom() && pacing.maySend(now)) enqueueOn(connection);
        write(connection);
    }

    private void write(LoadConnection connection) throws IOException {
        tally.countSent(connection.write());
    }

    private void onReady(SelectionKey key) {
        var connection = (LoadConnection) key.attachment();
        now = System.nanoTime();
        try {
            if (!connection.isConnected()) finishConnecting(connection);
            else if (key.isReadable()) read(connection);
            else if (key.isWritable()) write(connection);
        } catch (IOException _) {
            fail(connection, connection.isConnected() ? LoadError.CUT_OFF : LoadError.CONNECT);
        }
    }

    private void finishConnecting(LoadConnection connection) throws IOException {
        connection.finishConnecting();
        if (!connection.isConnected()) return;
        tally.countConnected(now - connection.openedAt());
        connection.inFlight.sendOldest(now);
        // With persistent connections in a closed loop, the latency excludes the time to connect.
        if (plan.keepAlive() && !pacing.isFixedRate()) connection.inFlight.restartOldest(now);
        send(connection);
    }

    private void read(LoadConnection connection) throws IOException {
        int count = connection.read(readBuffer.clear());
        if (count < 0) {
            endOfStream(connection);
            return;
        }
        tally.countReceived(count);
        readBuffer.flip().get(received, 0, count);
        int at = 0;
        while (at < count && connection.isOpen()) {
            if (connection.inFlight.count() == 0) {
                tally.countFailed(LoadError.MALFORMED, 1);
                release(connection, true);
                return;
            }
            at = connection.scan(received, at, count);
            if (connection.scanner.isMalformed()) fail(connection, LoadError.MALFORMED);
            else if (connection.scanner.isComplete()) onAnswered(connection);
        }
        if (connection.isOpen()) continueOn(connection);
    }

    private void endOfStream(LoadConnection connection) {
        connection.scanner.endOfStream();
        if (connection.scanner.isComplete()) onAnswered(connection);
        if (connection.isOpen()) fail(connection, LoadError.CUT_OFF);
    }

    private void onAnswered(LoadConnection connection) {
        ResponseScanner scanner = connection.scanner;
        long raw = now - connection.inFlight.oldestSentAt();
        long latency = now - connection.inFlight.removeOldest();
        unanswered--;
        if (!plan.checks().isStatusAsExpected(scanner.status())) tally.countStatus(scanner.status());
        else if (!scanner.hasExpectedBody() || !plan.checks().isSizeAsExpected(scanner.bodyBytes())) {
            tally.countWrongBody();
        } else {
            tally.countAnswered(latency, raw);
        }
        boolean keepsAlive = plan.keepAlive() && scanner.keepsAlive();
        scanner.reset();
        boolean isThrough = plan.sockets().calls() > 0
                && connection.countCall() >= plan.sockets().calls();
        if (isThrough) release(connection, true);
        else if (!keepsAlive) failRemaining(connection);
    }

    /**
     * Handles a connection that the server closes too early: its other requests in flight and its remaining calls are
     * lost.
     */
    private void failRemaining(LoadConnection connection) {
        if (plan.sockets().calls() > 0) tally.countFailed(LoadError.CUT_OFF, 1);
        fail(connection, LoadError.CUT_OFF);
    }

    private void continueOn(LoadConnection connection) throws IOException {
        boolean isCalling = plan.sockets().calls() > 0 && connection.inFlight.count() == 0;
        if (isCalling) callAgain(connection);
        else if (pacing.maySend(now) && connection.inFlight.hasRoom() && !pacing.isFixedRate()) send(connection);
        else if (connection.inFlight.count() == 0) release(connection, false);
    }

    /** Sends the next call on a connection. Its only precondition is the previous response, so it is due now. */
    private void callAgain(LoadConnection connection) throws IOException {
        connection.enqueue(now, now);
        unanswered++;
        calls++;
        write(connection);
    }

    /** Closes a connection and counts all its requests in flight, if any, as failed. */
    private void fail(LoadConnection connection, LoadError kind) {
        int lost = connection.inFlight.count();
        tally.countFailed(kind, lost);
        unanswered -= lost;
        if (kind == LoadError.CONNECT || kind == LoadError.LOCAL) {
            connection.close();
            unconnected.addLast(connection);
        } else {
            release(connection, true);
        }
    }

    private void release(LoadConnection connection, boolean closed) {
        if (closed) connection.close();
        if (connection.resting) return;
        if (idle.isEmpty()) noteFree();
        connection.resting = true;
        idle.addLast(connection);
    }

    /** Expires requests that have timed out, and ends a run at a fixed rate that cannot catch up. */
    private void sweep() {
        sweptAt = now;
        while (!unconnected.isEmpty()) release(unconnected.removeFirst(), false);
        for (LoadConnection connection : connections) {
            InFlight inFlight = connection.inFlight;
            if (inFlight.count() > 0 && now - inFlight.oldestSentAt() > timeoutNanos) expire(connection);
        }
        if (now - pacing.endsAt() > timeoutNanos)
            tally.countAbandoned(pacing.abandon() * Math.max(1, plan.sockets().calls()));
        progress.count(tally, now - startedAt);
        // The listener may have taken a while.
        now = System.nanoTime();
    }

    private void expire(LoadConnection connection) {
        fail(connection, connection.isConnected() ? LoadError.TIMEOUT : LoadError.CONNECT);
    }
}

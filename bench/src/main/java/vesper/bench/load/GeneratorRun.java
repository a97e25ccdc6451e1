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
 * One thread's share of a run of the generator, from its first connection to its last answer.
 *
 * <p>A connection is either busy, or rests in {@code resting} until a request may leave. It is opened on behalf of its
 * first request, so a connection that does not come about fails that request.
 */
final class GeneratorRun implements Closeable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int READ_BYTES = 64 * 1024;
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Below this a selector's timeout, which is in milliseconds, would come too late. */
    private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final long LONGEST_SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    private final LoadPlan plan;
    private final InetSocketAddress address;
    private final Selector selector;
    private final List<LoadConnection> connections;
    private final Deque<LoadConnection> resting;
    /** Those that could not be opened, until the next sweep: where nobody listens we do not ask as fast as we can. */
    private final Deque<LoadConnection> refused;

    private final LoadTally tally = new LoadTally();
    private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final byte[] received = new byte[READ_BYTES];
    private final Consumer<SelectionKey> whenReady = this::onReady;
    private final long timeoutNanos;
    private final Pacing pacing;
    private final long startedAt;
    private final Sources sources;
    private final Telling telling;
    private long now;
    private long sweptAt;
    private int unanswered;
    /** When it last looked at its connections. */
    private long lookedAt;
    /** When it was to do so again, at the latest. */
    private long awaitedUntil;
    /** Since when a connection is free, while one is. */
    private long freeSince;
    /** Beside those that were due. */
    private long calls;
    /** CPU time in which it only looked whether the time had come. */
    private long spunNanos;

    /** @param connections none of them open */
    GeneratorRun(LoadPlan plan, Share share, List<LoadConnection> connections, Telling telling, long startedAt)
            throws IOException {
        this.plan = plan;
        this.address = plan.target().address();
        this.selector = Selector.open();
        this.connections = connections;
        this.resting = new ArrayDeque<>(connections);
        this.refused = new ArrayDeque<>(connections.size());
        this.sources = new Sources(plan.sockets().sources());
        this.telling = telling;
        this.timeoutNanos = plan.timeout().toNanos();
        this.startedAt = startedAt;
        this.now = startedAt;
        this.sweptAt = startedAt;
        this.lookedAt = startedAt;
        this.awaitedUntil = startedAt;
        this.freeSince = startedAt;
        this.pacing = Pacing.of(plan, share, startedAt);
    }

    /** Blocks until it is over, or its thread is interrupted, which it stays. @return what it saw */
    LoadTally drive() throws IOException {
        long busyBefore = THREADS.getCurrentThreadCpuTime();
        while ((pacing.isOpen(now) || unanswered > 0) && !Thread.currentThread().isInterrupted()) {
            dispatch();
            select();
            lookedAt = now;
            if (now - sweptAt >= SWEEP_NANOS) sweep();
        }
        long busy = THREADS.getCurrentThreadCpuTime() - busyBefore - spunNanos;
        tally.end(now - startedAt, pacing.issued() + calls, busyBefore < 0 ? 0 : Math.max(0, busy));
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
        while (!resting.isEmpty() && pacing.mayIssue(now)) {
            start(resting.removeFirst());
        }
    }

    private void select() throws IOException {
        long waitNanos = SWEEP_NANOS;
        long began = System.nanoTime();
        if (pacing.isFixedRate() && pacing.isOpen(now) && !resting.isEmpty()) {
            waitNanos = Math.min(waitNanos, pacing.nextDueAt() - began);
        }
        awaitedUntil = lookedAt + Math.max(0, waitNanos);
        boolean isSpinning = waitNanos < SPIN_NANOS;
        if (isSpinning) Thread.onSpinWait();
        int ready = isSpinning
                ? selector.selectNow(whenReady)
                : selector.select(whenReady, TimeUnit.NANOSECONDS.toMillis(waitNanos));
        now = System.nanoTime();
        // What takes longer is not the looking, but whoever had the processor meanwhile.
        if (isSpinning && ready == 0) spunNanos += Math.min(LONGEST_SPIN_NANOS, now - began);
    }

    private void start(LoadConnection connection) {
        connection.resting = false;
        issueOn(connection);
        try {
            if (!connection.isOpen()) {
                connection.open(selector, sources.next(), address, now);
                if (connection.isConnected()) tally.connected(0);
            }
            if (connection.isConnected()) send(connection);
        } catch (NoSocketException _) {
            fail(connection, LoadError.LOCAL);
        } catch (IOException _) {
            fail(connection, connection.isConnected() ? LoadError.CUT_OFF : LoadError.CONNECT);
        }
    }

    private void issueOn(LoadConnection connection) {
        long started = pacing.issue(now);
        if (pacing.isFixedRate()) late(started);
        connection.enqueue(started, now);
        unanswered++;
    }

    /** How late it is, and whose doing that is: the generator's only from when it could have sent it. */
    private void late(long due) {
        long queued = Math.max(0, Math.min(freeSince, now) - due);
        tally.late(queued, now - due - queued);
    }

    /** A request may leave again. Where the generator looks later than it meant to, that may have been so since then. */
    private void becomeFree() {
        freeSince = Math.min(now, awaitedUntil);
    }

    /** Fills the pipeline, where there is one, and writes. */
    private void send(LoadConnection connection) throws IOException {
        while (connection.inFlight.hasRoom() && pacing.mayIssue(now)) issueOn(connection);
        write(connection);
    }

    private void write(LoadConnection connection) throws IOException {
        tally.sent(connection.write());
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
        tally.connected(now - connection.openedAt());
        connection.inFlight.sendOldest(now);
        // Whoever keeps connections alive does not want to know what opening one costs.
        if (plan.keepAlive() && !pacing.isFixedRate()) connection.inFlight.restartOldest(now);
        send(connection);
    }

    private void read(LoadConnection connection) throws IOException {
        int count = connection.read(readBuffer.clear());
        if (count < 0) {
            endOfStream(connection);
            return;
        }
        tally.received(count);
        readBuffer.flip().get(received, 0, count);
        int at = 0;
        while (at < count && connection.isOpen()) {
            if (connection.inFlight.count() == 0) {
                tally.failed(LoadError.MALFORMED, 1);
                rest(connection, true);
                return;
            }
            at = connection.scan(received, at, count);
            if (connection.scanner.isMalformed()) fail(connection, LoadError.MALFORMED);
            else if (connection.scanner.isComplete()) answered(connection);
        }
        if (connection.isOpen()) continueOn(connection);
    }

    private void endOfStream(LoadConnection connection) {
        connection.scanner.endOfStream();
        if (connection.scanner.isComplete()) answered(connection);
        if (connection.isOpen()) fail(connection, LoadError.CUT_OFF);
    }

    private void answered(LoadConnection connection) {
        ResponseScanner scanner = connection.scanner;
        long raw = now - connection.inFlight.oldestSentAt();
        long latency = now - connection.inFlight.removeOldest();
        unanswered--;
        if (!plan.checks().isStatusAsExpected(scanner.status())) tally.answeredWithStatus(scanner.status());
        else if (!scanner.bodyIsAsExpected() || !plan.checks().isSizeAsExpected(scanner.bodyBytes())) {
            tally.answeredWithBody();
        } else {
            tally.answered(latency, raw);
        }
        boolean goesOn = plan.keepAlive() && scanner.keepsAlive();
        scanner.reset();
        boolean isThrough = plan.sockets().calls() > 0
                && connection.call() >= plan.sockets().calls();
        if (isThrough) rest(connection, true);
        else if (!goesOn) cutShort(connection);
    }

    /** The server does not keep it: what else is in flight on it is lost, and calls that were still to come. */
    private void cutShort(LoadConnection connection) {
        if (plan.sockets().calls() > 0) tally.failed(LoadError.CUT_OFF, 1);
        fail(connection, LoadError.CUT_OFF);
    }

    private void continueOn(LoadConnection connection) throws IOException {
        boolean isCalling = plan.sockets().calls() > 0 && connection.inFlight.count() == 0;
        if (isCalling) callAgain(connection);
        else if (pacing.mayIssue(now) && connection.inFlight.hasRoom() && !pacing.isFixedRate()) send(connection);
        else if (connection.inFlight.count() == 0) rest(connection, false);
    }

    /** Nobody waits for this one but the connection, so it is due now. */
    private void callAgain(LoadConnection connection) throws IOException {
        connection.enqueue(now, now);
        unanswered++;
        calls++;
        write(connection);
    }

    /** Closes a connection; what is still in flight on it, perhaps nothing, has failed. */
    private void fail(LoadConnection connection, LoadError kind) {
        int lost = connection.inFlight.count();
        tally.failed(kind, lost);
        unanswered -= lost;
        if (kind == LoadError.CONNECT || kind == LoadError.LOCAL) {
            connection.close();
            refused.addLast(connection);
        } else {
            rest(connection, true);
        }
    }

    private void rest(LoadConnection connection, boolean closed) {
        if (closed) connection.close();
        if (connection.resting) return;
        if (resting.isEmpty()) becomeFree();
        connection.resting = true;
        resting.addLast(connection);
    }

    /** Finds what has waited too long, and ends a run at a fixed rate that does not catch up. */
    private void sweep() {
        sweptAt = now;
        while (!refused.isEmpty()) rest(refused.removeFirst(), false);
        for (LoadConnection connection : connections) {
            InFlight inFlight = connection.inFlight;
            if (inFlight.count() > 0 && now - inFlight.oldestSentAt() > timeoutNanos) expire(connection);
        }
        if (now - pacing.endsAt() > timeoutNanos)
            tally.missed(pacing.abandon() * Math.max(1, plan.sockets().calls()));
        telling.count(tally, now - startedAt);
        // Whoever is told may take its time.
        now = System.nanoTime();
    }

    private void expire(LoadConnection connection) {
        fail(connection, connection.isConnected() ? LoadError.TIMEOUT : LoadError.CONNECT);
    }
}

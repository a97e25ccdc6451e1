package vesper.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One run of the generator, from the first connection to the last answer; everything happens on one thread.
 *
 * <p>A connection is either busy, or rests in {@code resting} until a request may leave. It is opened on behalf of its
 * first request, so a connection that does not come about fails that request.
 */
final class GeneratorRun implements Closeable {
    private static final int READ_BYTES = 64 * 1024;
    private static final int COPIES_BYTES = 1024 * 1024;
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Below this a selector's timeout, which is in milliseconds, would come too late. */
    private static final long SPIN_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final LoadPlan plan;
    private final InetSocketAddress address;
    private final Selector selector;
    private final List<LoadConnection> connections;
    private final Deque<LoadConnection> resting;
    private final LoadTally tally = new LoadTally();
    private final ByteBuffer readBuffer = ByteBuffer.allocateDirect(READ_BYTES);
    private final byte[] received = new byte[READ_BYTES];
    private final Consumer<SelectionKey> whenReady = this::onReady;
    private final long timeoutNanos;
    private final Pacing pacing;
    private final long startedAt;
    private long now;
    private long sweptAt;
    private int unanswered;
    private boolean connectFailed;

    private GeneratorRun(
            LoadPlan plan, InetSocketAddress address, Selector selector, List<LoadConnection> connections) {
        this.plan = plan;
        this.address = address;
        this.selector = selector;
        this.connections = connections;
        this.resting = new ArrayDeque<>(connections);
        this.timeoutNanos = plan.timeout().toNanos();
        this.startedAt = System.nanoTime();
        this.now = startedAt;
        this.sweptAt = startedAt;
        this.pacing = Pacing.of(plan, startedAt);
    }

    static GeneratorRun prepare(LoadPlan plan) throws IOException {
        byte[] request = plan.request().bytes(plan.target(), plan.keepAlive());
        ByteBuffer copies = copiesOf(request, plan.pipelining());
        List<LoadConnection> connections = new ArrayList<>();
        for (int i = 0; i < plan.connections(); i++) {
            var scanner = new ResponseScanner(
                    plan.expectedBody().orElse(null), plan.request().isHead());
            connections.add(new LoadConnection(copies, request.length, plan.pipelining(), scanner));
        }
        return new GeneratorRun(plan, plan.target().address(), Selector.open(), connections);
    }

    LoadResult drive() throws IOException, InterruptedException {
        while (pacing.isOpen(now) || unanswered > 0) {
            dispatch();
            select();
            now = System.nanoTime();
            if (now - sweptAt >= SWEEP_NANOS) sweep();
            if (Thread.interrupted()) throw new InterruptedException("load run interrupted");
        }
        return tally.over(now - startedAt);
    }

    @Override
    public void close() throws IOException {
        connections.forEach(LoadConnection::close);
        selector.close();
    }

    private void dispatch() {
        while (!resting.isEmpty() && !connectFailed && pacing.mayIssue(now)) {
            start(resting.removeFirst());
        }
    }

    private void select() throws IOException {
        long waitNanos = SWEEP_NANOS;
        if (pacing.isFixedRate() && pacing.isOpen(now) && !resting.isEmpty() && !connectFailed) {
            waitNanos = Math.min(waitNanos, pacing.nextDueAt() - System.nanoTime());
        }
        if (waitNanos < SPIN_NANOS) {
            Thread.onSpinWait();
            selector.selectNow(whenReady);
        } else {
            selector.select(whenReady, TimeUnit.NANOSECONDS.toMillis(waitNanos));
        }
    }

    private void start(LoadConnection connection) {
        connection.resting = false;
        issueOn(connection);
        try {
            if (!connection.isOpen()) connection.open(selector, address);
            if (connection.isConnected()) send(connection);
        } catch (IOException _) {
            fail(connection, connection.isConnected() ? LoadError.CUT_OFF : LoadError.CONNECT);
        }
    }

    private void issueOn(LoadConnection connection) {
        connection.inFlight.add(pacing.issue(now));
        connection.enqueue();
        unanswered++;
    }

    /** Fills the pipeline, where there is one, and writes. */
    private void send(LoadConnection connection) throws IOException {
        while (connection.inFlight.hasRoom() && pacing.mayIssue(now)) issueOn(connection);
        connection.write();
    }

    private void onReady(SelectionKey key) {
        var connection = (LoadConnection) key.attachment();
        now = System.nanoTime();
        try {
            if (!connection.isConnected()) finishConnecting(connection);
            else if (key.isReadable()) read(connection);
            else if (key.isWritable()) connection.write();
        } catch (IOException _) {
            fail(connection, connection.isConnected() ? LoadError.CUT_OFF : LoadError.CONNECT);
        }
    }

    private void finishConnecting(LoadConnection connection) throws IOException {
        connection.finishConnecting();
        if (!connection.isConnected()) return;
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
        readBuffer.flip().get(received, 0, count);
        int at = 0;
        while (at < count && connection.isOpen()) {
            if (connection.inFlight.count() == 0) {
                tally.failed(LoadError.MALFORMED, 1);
                rest(connection, true);
                return;
            }
            at = connection.scanner.scan(received, at, count);
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
        tally.answered(now - connection.inFlight.removeOldest());
        unanswered--;
        if (scanner.status() >= 400) tally.failed(LoadError.STATUS, 1);
        else if (!scanner.bodyIsAsExpected()) tally.failed(LoadError.BODY, 1);
        boolean goesOn = plan.keepAlive() && scanner.keepsAlive();
        scanner.reset();
        if (!goesOn) fail(connection, LoadError.CUT_OFF);
    }

    private void continueOn(LoadConnection connection) throws IOException {
        if (pacing.mayIssue(now) && connection.inFlight.hasRoom() && !pacing.isFixedRate()) send(connection);
        else if (connection.inFlight.count() == 0) rest(connection, false);
    }

    /** Closes a connection; what is still in flight on it, perhaps nothing, has failed. */
    private void fail(LoadConnection connection, LoadError kind) {
        int lost = connection.inFlight.count();
        tally.failed(kind, lost);
        unanswered -= lost;
        // Nobody there: try again with the next sweep, not as fast as we can.
        if (kind == LoadError.CONNECT) connectFailed = true;
        rest(connection, true);
    }

    private void rest(LoadConnection connection, boolean closed) {
        if (closed) connection.close();
        if (connection.resting) return;
        connection.resting = true;
        resting.addLast(connection);
    }

    /** Finds what has waited too long, and ends a run at a fixed rate that does not catch up. */
    private void sweep() {
        sweptAt = now;
        connectFailed = false;
        for (LoadConnection connection : connections) {
            InFlight inFlight = connection.inFlight;
            if (inFlight.count() > 0 && now - inFlight.oldestStartedAt() > timeoutNanos) expire(connection);
        }
        if (now - pacing.endsAt() > timeoutNanos) tally.failed(LoadError.TIMEOUT, pacing.abandon());
    }

    private void expire(LoadConnection connection) {
        fail(connection, connection.isConnected() ? LoadError.TIMEOUT : LoadError.CONNECT);
    }

    private static ByteBuffer copiesOf(byte[] request, int pipelining) {
        int copies = Math.clamp(COPIES_BYTES / request.length, 1, pipelining);
        ByteBuffer buffer = ByteBuffer.allocateDirect(copies * request.length);
        for (int i = 0; i < copies; i++) buffer.put(request);
        return buffer.flip();
    }
}

package vesper.http.client;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import vesper.http.ThreadedClose;
import vesper.http.Transport;

/** State shared by all calls of one client: its threads, which the first call starts, and a pool for each origin. */
final class ClientEngine {
    private static final long STOP_MILLIS = 1000;

    final ClientSettings settings;
    final Supplier<? extends RandomGenerator> random;
    final Transport transport = Transport.best();
    /** Connections that are open or being opened. */
    final AtomicInteger connections = new AtomicInteger();

    final LookUps lookUps = new LookUps();

    private final MultiThreadIoEventLoopGroup group;
    private final List<ClientLoop> loops = new ArrayList<>();
    private final ConcurrentHashMap<Origin, OriginPool> pools = new ConcurrentHashMap<>();
    /** Calls that wait for their retry. */
    private final Set<Call> paused = ConcurrentHashMap.newKeySet();

    private final AtomicInteger turn = new AtomicInteger();
    private @Nullable SslContext tls;
    private volatile boolean closed;
    private final ThreadedClose closing = new ThreadedClose("http client close", this::isOnLoop, this::end);

    private ClientEngine(ClientSettings settings, Supplier<? extends RandomGenerator> random) {
        this.settings = settings;
        this.random = random;
        group = new MultiThreadIoEventLoopGroup(
                settings.eventLoops(), new DefaultThreadFactory("http client", true), transport.ioHandler());
        for (EventExecutor executor : group) loops.add(new ClientLoop((EventLoop) executor));
    }

    static ClientEngine start(ClientSettings settings, Supplier<? extends RandomGenerator> random) {
        ClientEngine engine = new ClientEngine(settings, random);
        // One loop checks the pools.
        for (ClientLoop loop : engine.loops)
            loop.start(loop == engine.loops.getFirst() ? engine::checkPools : () -> {});
        return engine;
    }

    /** Returns the loops in rotation. */
    ClientLoop nextLoop() {
        return loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
    }

    /** Created on demand, since the JDK takes a while to load its trust store. */
    synchronized SslContext tls() throws SSLException {
        SslContext made = tls;
        if (made == null) tls = made = ClientTlsContext.of(settings.tls(), settings.protocol());
        return made;
    }

    boolean isClosed() {
        return closed;
    }

    /** Assigns a connection to the call, now or later, or fails it. */
    void take(Call call) {
        while (!closed) {
            OriginPool pool = pools.computeIfAbsent(call.request().origin(), origin -> new OriginPool(origin, this));
            if (pool.take(call)) {
                // The pool may have been created after the others were closed.
                if (closed) pool.close();
                return;
            }
        }
        call.failed(closedNow(call.request()));
    }

    static ClientClosedException closedNow(ClientRequest request) {
        return new ClientClosedException(request + ": the client is closed", null);
    }

    private void checkPools() {
        long now = System.nanoTime();
        for (Origin origin : pools.keySet()) {
            OriginPool pool = pools.get(origin);
            if (pool == null) continue;
            pool.checkTime(now);
            pools.computeIfPresent(origin, (_, each) -> each.retiredIfEmpty() ? null : each);
        }
    }

    /** Returns the number of calls that wait for a connection. */
    int waiting() {
        return pools.values().stream().mapToInt(OriginPool::waiting).sum();
    }

    /** Continues the call after a pause, on one of the loops. */
    void pause(Call call, long nanos) {
        paused.add(call);
        try {
            var _ = nextLoop()
                    .eventLoop
                    .schedule(
                            () -> {
                                if (paused.remove(call)) call.take();
                            },
                            nanos,
                            TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // The threads have ended, so the client is closed, which the next check finds.
        }
        if (closed) failPaused(call);
    }

    /** Removes the call from those that wait for a retry. */
    void forget(Call call) {
        paused.remove(call);
    }

    private void failPaused(Call call) {
        if (paused.remove(call)) call.failed(closedNow(call.request()));
    }

    /**
     * Fails every call and ends the threads. If called on one of these threads, which cannot wait for its own end,
     * another thread does it.
     */
    void close() {
        closed = true;
        closing.close();
    }

    private boolean isOnLoop() {
        return loops.stream().anyMatch(loop -> loop.eventLoop.inEventLoop());
    }

    private void end() {
        try {
            failWaiting();
            for (ClientLoop loop : loops) {
                loop.eventLoop.submit(loop::closeAll).awaitUninterruptibly(STOP_MILLIS);
            }
        } finally {
            // After the calls were notified, so that only late ones get the failure of their lookup.
            lookUps.close();
            group.shutdownGracefully(0, STOP_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(2 * STOP_MILLIS);
            // The last tasks of the loops may have queued some calls again.
            failWaiting();
        }
    }

    private void failWaiting() {
        pools.values().forEach(OriginPool::close);
        paused.forEach(this::failPaused);
    }
}

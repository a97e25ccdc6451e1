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
import vesper.http.Closing;
import vesper.http.Transport;

/** What all calls of one client share: its threads, begun by the first call, and a pool for each origin. */
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
    /** Calls that will be made again. */
    private final Set<Call> paused = ConcurrentHashMap.newKeySet();

    private final AtomicInteger turn = new AtomicInteger();
    private @Nullable SslContext tls;
    private volatile boolean closed;
    private final Closing closing = new Closing("http client close", this::isOnLoop, this::end);

    private ClientEngine(ClientSettings settings, Supplier<? extends RandomGenerator> random) {
        this.settings = settings;
        this.random = random;
        group = new MultiThreadIoEventLoopGroup(
                settings.eventLoops(), new DefaultThreadFactory("http client", true), transport.ioHandler());
        for (EventExecutor executor : group) loops.add(new ClientLoop((EventLoop) executor));
    }

    static ClientEngine start(ClientSettings settings, Supplier<? extends RandomGenerator> random) {
        ClientEngine engine = new ClientEngine(settings, random);
        // One loop looks after the pools.
        for (ClientLoop loop : engine.loops)
            loop.start(loop == engine.loops.getFirst() ? engine::lookAfterPools : () -> {});
        return engine;
    }

    /** Loops take turns. */
    ClientLoop nextLoop() {
        return loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
    }

    /** Made when first needed, since it takes the JDK a while to read whom it trusts. */
    synchronized SslContext tls() throws SSLException {
        SslContext made = tls;
        if (made == null) tls = made = ClientTlsContext.of(settings.tls(), settings.protocol());
        return made;
    }

    boolean isClosed() {
        return closed;
    }

    /** Gives the call a connection, now or later, or fails it. */
    void take(Call call) {
        while (!closed) {
            OriginPool pool = pools.computeIfAbsent(call.request().origin(), origin -> new OriginPool(origin, this));
            if (pool.take(call)) {
                // It may have been made after the others were closed.
                if (closed) pool.close();
                return;
            }
        }
        call.failed(closedNow(call.request()));
    }

    static ClientClosedException closedNow(ClientRequest request) {
        return new ClientClosedException(request + ": the client is closed", null);
    }

    private void lookAfterPools() {
        long now = System.nanoTime();
        for (Origin origin : pools.keySet()) {
            OriginPool pool = pools.get(origin);
            if (pool == null) continue;
            pool.checkTime(now);
            pools.computeIfPresent(origin, (_, each) -> each.retiredIfEmpty() ? null : each);
        }
    }

    /** Calls that wait for a connection. */
    int waiting() {
        return pools.values().stream().mapToInt(OriginPool::waiting).sum();
    }

    /** Lets the call go on after a pause, on one of the loops. */
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
            // The threads have ended with the client, so that it is closed, as is seen next.
        }
        if (closed) failPaused(call);
    }

    /** The call waits no more. */
    void forget(Call call) {
        paused.remove(call);
    }

    private void failPaused(Call call) {
        if (paused.remove(call)) call.failed(closedNow(call.request()));
    }

    /**
     * Fails every call and ends the threads. On one of these threads, which cannot wait for its own end, another one
     * does.
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
            // After the calls have been told, so that only those that come late are told of their look-ups.
            lookUps.close();
            group.shutdownGracefully(0, STOP_MILLIS, TimeUnit.MILLISECONDS).awaitUninterruptibly(2 * STOP_MILLIS);
            // The last tasks of the loops may have brought some back.
            failWaiting();
        }
    }

    private void failWaiting() {
        pools.values().forEach(OriginPool::close);
        paused.forEach(this::failPaused);
    }
}

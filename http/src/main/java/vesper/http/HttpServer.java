package vesper.http;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server that listens, or will. Closing it lets requests in flight finish within {@link HttpSettings#drain}, then cuts
 * them.
 *
 * <p>Each event loop is one thread that reads and writes for its share of the connections; see
 * {@link HandlerThreads} for where handlers run. Another thread accepts, so that a handler that holds a loop keeps no
 * newcomer from the others.
 */
public final class HttpServer implements AutoCloseable {
    /** How long a stop waits for an event loop that a handler holds. */
    private static final Duration HELD_UP = Duration.ofSeconds(1);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Engine engine;
    private final EventLoops acceptor;
    private final EventLoops eventLoops;
    private final IdentityHashMap<EventLoop, Loop> loops = new IdentityHashMap<>();
    private final Watchdog watchdog;
    private final AtomicInteger usedLoops;
    private final LoopGroup group;
    private final UnansweredRequests unanswered;
    /** Null where connections stay where they are. */
    private final @Nullable Gathering gathering;

    private final Port port;
    private final Closing closing = new Closing("http server close", this::isOnLoop, this::end);

    private HttpServer(Engine engine) {
        this.engine = engine;
        HttpSettings settings = engine.settings;
        int threads = settings.eventLoops().threads();
        usedLoops = new AtomicInteger(threads);
        Transport transport = Transport.best();
        Turns turns = new Turns(transport.ioHandler());
        Set<EventLoop> held = ConcurrentHashMap.newKeySet();
        eventLoops = new EventLoops(threads, "http", turns, held);
        acceptor = new EventLoops(1, "http accept", transport.ioHandler(), Set.of());
        for (EventExecutor executor : eventLoops) {
            EventLoop eventLoop = (EventLoop) executor;
            PollTimes polls = new PollTimes();
            Loop loop = new Loop(eventLoop, engine, polls, protection(polls));
            loops.put(loop.eventLoop, loop);
            loop.start();
            turns.tell(loop);
        }
        Loop first = loops.values().iterator().next();
        var _ = first.eventLoop.scheduleAtFixedRate(
                engine.refused::look, Loop.ROUND_MILLIS, Loop.ROUND_MILLIS, TimeUnit.MILLISECONDS);
        watchdog = Watchdog.start(List.copyOf(loops.values()), settings.watchdog(), held);
        unanswered = new UnansweredRequests(loops.values());
        group = new LoopGroup(List.copyOf(loops.values()), usedLoops);
        boolean gathers = settings.eventLoops().gathering() && engine.scheduler != null;
        gathering = gathers && threads > 1 ? Gathering.start(group) : null;
        port = new Port(settings, transport.serverChannel(), acceptor, eventLoops, this::first);
    }

    private @Nullable Protection protection(PollTimes polls) {
        OverloadSettings overload = engine.settings.overload();
        if (!overload.enabled() || engine.scheduler == null) return null;
        return new Protection(overload, usedLoops::get, engine.destinations, engine.refused, polls);
    }

    /**
     * Binds the port and serves.
     *
     * @throws IOException if the address cannot be bound; a {@link BindException} where the port is taken, an
     *     {@link UnusableCertificateException} where there is no TLS with these files
     */
    public static HttpServer start(HttpSettings settings, Handler handler, List<ExchangeListener> listeners)
            throws IOException {
        return start(settings, handler, Destinations.NONE, listeners);
    }

    /**
     * As above.
     *
     * @param destinations says what must be answered even while there is too much to do
     */
    public static HttpServer start(
            HttpSettings settings, Handler handler, Destinations destinations, List<ExchangeListener> listeners)
            throws IOException {
        return start(settings, handler, destinations, listeners, schedulerFor(settings));
    }

    /** As above; without a scheduler, virtual threads run on the JDK's. */
    static HttpServer start(
            HttpSettings settings,
            Handler handler,
            Destinations destinations,
            List<ExchangeListener> listeners,
            @Nullable CarrierScheduler scheduler)
            throws IOException {
        HttpServer server = withThreads(settings, handler, destinations, listeners, scheduler);
        return server.orEnd(server.port::listen);
    }

    /**
     * As {@link #start(HttpSettings, Handler, Destinations, List)}, but that nobody can connect before {@link #listen}: the
     * port is this server's, and who tries is refused, as he would be if it were not there.
     */
    public static HttpServer claim(
            HttpSettings settings, Handler handler, Destinations destinations, List<ExchangeListener> listeners)
            throws IOException {
        HttpServer server = withThreads(settings, handler, destinations, listeners, schedulerFor(settings));
        return server.orEnd(server.port::claim);
    }

    private static @Nullable CarrierScheduler schedulerFor(HttpSettings settings) {
        boolean virtual = settings.handlers() == HandlerThreads.VIRTUAL;
        return virtual ? CarrierScheduler.find().orElse(null) : null;
    }

    private static HttpServer withThreads(
            HttpSettings settings,
            Handler handler,
            Destinations destinations,
            List<ExchangeListener> listeners,
            @Nullable CarrierScheduler scheduler)
            throws IOException {
        boolean platform = settings.handlers() == HandlerThreads.PLATFORM;
        ExecutorService pool = platform ? PlatformThreads.pool("handler", settings.platformThreads()) : null;
        TlsContext tls = settings.tls() == null ? null : TlsContext.open(settings.tls());
        try {
            return new HttpServer(new Engine(settings, handler, destinations, listeners, scheduler, pool, tls));
        } catch (RuntimeException e) {
            if (tls != null) tls.close();
            throw e;
        }
    }

    /** What makes a server of threads, or ends them. */
    @FunctionalInterface
    private interface Beginning {
        void begin() throws IOException;
    }

    private HttpServer orEnd(Beginning beginning) throws IOException {
        try {
            beginning.begin();
            return this;
        } catch (IOException | RuntimeException e) {
            stopThreads();
            throw e;
        }
    }

    /**
     * Lets clients connect from now on, if they cannot yet.
     *
     * @throws IOException as for {@link #start(HttpSettings, Handler, Destinations, List)}
     */
    public void listen() throws IOException {
        port.listen();
    }

    private OpenConnection first(SocketChannel channel) {
        Loop loop = loopOf(channel);
        if (engine.tls != null) {
            // What is not a whole record is kept as it was read, and must not keep a loop's buffer.
            channel.config()
                    .setRecvByteBufAllocator(new AdaptiveRecvByteBufAllocator(512, 2048, Connection.READ_BYTES));
            return new TlsGreeting(engine, engine.tls, loop, channel);
        }
        channel.config().setRecvByteBufAllocator(new ReadBuffers(loop.buffers));
        return new Connection(engine, loop, channel, false);
    }

    private Loop loopOf(SocketChannel channel) {
        Loop loop = loops.get(channel.eventLoop());
        if (loop == null) throw new IllegalStateException("a connection on an event loop that is not ours");
        return loop;
    }

    /** Where it listens, with the port that was really bound. */
    public InetSocketAddress address() {
        return port.address();
    }

    /** Whether it speaks TLS. */
    public boolean isSecure() {
        return engine.tls != null;
    }

    /** Connections that are open. */
    public int connections() {
        return engine.connections.get();
    }

    /** Requests that have come and are not answered yet. */
    public int exchanges() {
        return loops.values().stream().mapToInt(Loop::exchanges).sum();
    }

    /**
     * What runs at this moment: handlers that hold their event loops, and those on platform threads of this process.
     */
    public List<RunningHandler> running() {
        return RunningHandler.of(loops.values());
    }

    /**
     * Requests that are not answered whole yet, the oldest first. Event loops are asked for them, and may have something
     * else to do: a call may take a quarter of a second, and must not be made on one of them.
     *
     * @param leastMillis those that have lasted at least so long
     * @param most of them, the oldest
     */
    public List<RunningRequest> requests(long leastMillis, int most) {
        return unanswered.all(leastMillis, most);
    }

    /**
     * Interrupts the thread that works on a request, as a stop does with those that last too long. Not to be called on an
     * event loop.
     *
     * @param id of a {@link RunningRequest}
     */
    public Interruption interrupt(String id) {
        return unanswered.interrupt(id);
    }

    /** Which event loops serve the connections. */
    LoopGroup eventLoops() {
        return group;
    }

    /** Requests that were refused because there was too much to do. */
    public long refused(OverloadReason reason) {
        return engine.refused.count(reason);
    }

    /**
     * Listens no more, waits for requests in flight, and ends every thread. Returns after all that; only a handler that
     * holds its event loop is not waited for longer than {@link HttpSettings#drain} and a few seconds. Whoever closes
     * it again waits likewise. On an event loop of its own, or in a handler that one carries, which cannot wait for its
     * own end, it returns at once.
     */
    @Override
    public void close() {
        closing.close();
    }

    /** Whether the caller is an event loop, or a handler that one carries: nothing would wake it after the end. */
    private boolean isOnLoop() {
        Thread caller = Thread.currentThread();
        return loops.values().stream()
                .anyMatch(loop -> loop.eventLoop.inEventLoop() || caller.equals(loop.runningOn()));
    }

    private void end() {
        // Not earlier: who is told that his connection ends would come back while the port is open.
        port.close(() -> engine.stopping = true, HELD_UP);
        engine.stopping = true;
        long deadline = System.nanoTime() + engine.settings.drain().toNanos();
        onEveryConnection(OpenConnection::stop, engine.settings.drain());
        while (engine.connections.get() > 0 && System.nanoTime() < deadline) LockSupport.parkNanos(LOOK_NANOS);
        onEveryConnection(OpenConnection::stopNow, HELD_UP);
        stopThreads();
    }

    private void onEveryConnection(Consumer<OpenConnection> action, Duration atMost) {
        List<Future<?>> done = new ArrayList<>();
        for (Loop loop : loops.values()) {
            done.add(loop.eventLoop.submit(() -> loop.connections().forEach(action)));
        }
        long deadline = System.nanoTime() + atMost.toNanos();
        for (Future<?> each : done) each.awaitUninterruptibly(Math.max(0, deadline - System.nanoTime()) / 1_000_000);
    }

    private void stopThreads() {
        watchdog.close();
        if (gathering != null) gathering.close();
        for (Loop loop : loops.values()) {
            loop.eventLoop.submit(loop::end).awaitUninterruptibly(HELD_UP.toMillis());
        }
        if (engine.tls != null) engine.tls.close();
        if (engine.platformThreads != null) engine.platformThreads.shutdownNow();
        var accepting = acceptor.shutdownGracefully(0, HELD_UP.toMillis(), TimeUnit.MILLISECONDS);
        eventLoops
                .shutdownGracefully(0, HELD_UP.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(2 * HELD_UP.toMillis());
        accepting.awaitUninterruptibly(2 * HELD_UP.toMillis());
    }
}

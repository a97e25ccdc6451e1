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
 * An HTTP server. {@link #close} lets requests in flight finish within {@link HttpSettings#drain}, then aborts them.
 *
 * <p>Each event loop is one thread that reads and writes for its share of the connections; see {@link HandlerThreads}
 * for where handlers run. Another thread accepts connections, so that a handler that holds a loop does not delay new
 * connections to the other loops.
 */
public final class HttpServer implements AutoCloseable {
    /** Time that a stop waits for an event loop that a handler holds. */
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
    /** Null if connections never move between loops. */
    private final @Nullable LoopBalancer gathering;

    private final Port port;
    private final ThreadedClose closing = new ThreadedClose("http server close", this::isOnLoop, this::end);

    private HttpServer(Engine engine) {
        this.engine = engine;
        HttpSettings settings = engine.settings;
        int threads = settings.eventLoops().threads();
        usedLoops = new AtomicInteger(threads);
        Transport transport = Transport.best();
        NotifyingTransport turns = new NotifyingTransport(transport.ioHandler());
        Set<EventLoop> held = ConcurrentHashMap.newKeySet();
        eventLoops = new EventLoops(threads, "http", turns, held);
        acceptor = new EventLoops(1, "http accept", transport.ioHandler(), Set.of());
        for (EventExecutor executor : eventLoops) {
            EventLoop eventLoop = (EventLoop) executor;
            PollTimes polls = new PollTimes();
            Loop loop = new Loop(eventLoop, engine, polls, protection(polls));
            loops.put(loop.eventLoop, loop);
            loop.start();
            turns.register(loop);
        }
        Loop first = loops.values().iterator().next();
        var _ = first.eventLoop.scheduleAtFixedRate(
                engine.refused::report, Loop.ROUND_MILLIS, Loop.ROUND_MILLIS, TimeUnit.MILLISECONDS);
        watchdog = Watchdog.start(List.copyOf(loops.values()), settings.watchdog(), held);
        unanswered = new UnansweredRequests(loops.values());
        group = new LoopGroup(List.copyOf(loops.values()), usedLoops);
        boolean gathers = settings.eventLoops().gathering() && engine.scheduler != null;
        gathering = gathers && threads > 1 ? LoopBalancer.start(group) : null;
        port = new Port(settings, transport.serverChannel(), acceptor, eventLoops, this::first);
    }

    private @Nullable Protection protection(PollTimes polls) {
        OverloadSettings overload = engine.settings.overload();
        if (!overload.enabled() || engine.scheduler == null) return null;
        return new Protection(overload, usedLoops::get, engine.destinations, engine.refused, polls);
    }

    /**
     * Binds the port and starts serving.
     *
     * @throws IOException if the address cannot be bound: a {@link BindException} if the port is taken, an
     *     {@link UnusableCertificateException} if TLS cannot start with these files
     */
    public static HttpServer start(HttpSettings settings, Handler handler, List<ExchangeListener> listeners)
            throws IOException {
        return start(settings, handler, Destinations.NONE, listeners);
    }

    /**
     * Binds the port and starts serving.
     *
     * @param destinations finds the route of a request, and whether it must be answered even under overload
     */
    public static HttpServer start(
            HttpSettings settings, Handler handler, Destinations destinations, List<ExchangeListener> listeners)
            throws IOException {
        return start(settings, handler, destinations, listeners, schedulerFor(settings));
    }

    /** Binds the port and starts serving. Without a scheduler, virtual threads run on the JDK's. */
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
     * Like {@link #start(HttpSettings, Handler, Destinations, List)}, but clients cannot connect before
     * {@link #listen}. The server owns the port, and connection attempts are refused as if no server existed.
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

    /** A step that completes a server of running threads; if it fails, the threads are stopped. */
    @FunctionalInterface
    private interface StartStep {
        void run() throws IOException;
    }

    private HttpServer orEnd(StartStep beginning) throws IOException {
        try {
            beginning.run();
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
            // The TLS handler retains an incomplete record in the buffer it was read into, so that must not be the
            // loop's.
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

    /** Returns the listening address, with the port that was bound. */
    public InetSocketAddress address() {
        return port.address();
    }

    /** Returns whether the server speaks TLS. */
    public boolean isSecure() {
        return engine.tls != null;
    }

    /** Returns the number of open connections. */
    public int connections() {
        return engine.connections.get();
    }

    /** Returns the number of requests received and not answered yet. */
    public int exchanges() {
        return loops.values().stream().mapToInt(Loop::exchanges).sum();
    }

    /**
     * Returns the handlers running at this moment: those that hold their event loops, and those on platform threads of
     * this process.
     */
    public List<RunningHandler> running() {
        return RunningHandler.of(loops.values());
    }

    /**
     * Returns requests whose response is not complete, oldest first. The event loops are queried, and may be busy: a
     * call may take a quarter of a second, and must not be made on an event loop.
     *
     * @param leastMillis only requests at least this old
     * @param most maximum number of requests, the oldest ones
     */
    public List<RunningRequest> requests(long leastMillis, int most) {
        return unanswered.all(leastMillis, most);
    }

    /**
     * Interrupts the thread that works on a request, as a stop does with requests that take too long. Must not be
     * called on an event loop.
     *
     * @param id id of a {@link RunningRequest}
     */
    public Interruption interrupt(String id) {
        return unanswered.interrupt(id);
    }

    /** Returns the event loops and the number of them that serve connections. */
    LoopGroup eventLoops() {
        return group;
    }

    /** Returns the number of requests refused under overload for this reason. */
    public long refused(OverloadReason reason) {
        return engine.refused.count(reason);
    }

    /**
     * Stops listening, waits for requests in flight, and ends every thread. Returns when all that is done, but does not
     * wait for a handler that holds its event loop longer than {@link HttpSettings#drain} and a few seconds. Further
     * calls wait likewise. A call on one of the server's event loops, or from a handler that such a loop carries,
     * returns at once, since it cannot wait for its own end.
     */
    @Override
    public void close() {
        closing.close();
    }

    /**
     * Returns whether the caller is an event loop, or a handler carried by one: nothing could resume it after the end.
     */
    private boolean isOnLoop() {
        Thread caller = Thread.currentThread();
        return loops.values().stream()
                .anyMatch(loop -> loop.eventLoop.inEventLoop() || caller.equals(loop.runningOn()));
    }

    private void end() {
        // Not before the port closes: clients whose connections end would reconnect while it is open.
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

package vesper.http;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that listens, or will. Closing it lets requests in flight finish within {@link HttpSettings#drain}, then cuts
 * them.
 *
 * <p>Each event loop is one thread that reads and writes for its share of the connections; see
 * {@link HandlerThreads} for where handlers run. Another thread accepts, so that a handler that holds a loop keeps no
 * newcomer from the others.
 */
public final class HttpServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(HttpServer.class);
    private static final int BACKLOG = 4096;
    /** Netty would take one, and hundreds of newcomers would wait as many turns of a loop that has other work. */
    private static final int ACCEPTED_PER_TURN = 64;

    private static final int UNSENT_LOW_BYTES = 32 << 10;
    private static final int UNSENT_HIGH_BYTES = 64 << 10;
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

    private final Transport transport = Transport.best();
    private final Acceptance acceptance = new Acceptance();
    private final Object listening = new Object();
    /** Null before it listens. */
    private volatile @Nullable Channel listener;
    /** Null unless it is to listen later. */
    private volatile @Nullable ClaimedPort claimed;

    private final Closing closing = new Closing("http server close", this::isOnLoop, this::end);

    private HttpServer(Engine engine) {
        this.engine = engine;
        HttpSettings settings = engine.settings;
        int threads = settings.eventLoops().threads();
        usedLoops = new AtomicInteger(threads);
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
        return server.orEnd(server::listen);
    }

    /**
     * As {@link #start(HttpSettings, Handler, Destinations, List)}, but that nobody can connect before {@link #listen}: the
     * port is this server's, and who tries is refused, as he would be if it were not there.
     */
    public static HttpServer claim(
            HttpSettings settings, Handler handler, Destinations destinations, List<ExchangeListener> listeners)
            throws IOException {
        HttpServer server = withThreads(settings, handler, destinations, listeners, schedulerFor(settings));
        return server.orEnd(server::claim);
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

    private void claim() throws IOException {
        InetSocketAddress wanted = wanted();
        try {
            claimed = ClaimedPort.of(wanted);
        } catch (IOException e) {
            throw cannotListen(wanted, e);
        }
    }

    /**
     * Lets clients connect from now on, if they cannot yet.
     *
     * @throws IOException as for {@link #start(HttpSettings, Handler, Destinations, List)}
     */
    public void listen() throws IOException {
        synchronized (listening) {
            if (listener != null) return;
            ClaimedPort claim = claimed;
            listener = bound(claim == null ? wanted() : claim.address());
            if (claim != null) claim.close();
        }
    }

    private InetSocketAddress wanted() throws BindException {
        HttpSettings settings = engine.settings;
        var address = new InetSocketAddress(settings.host(), settings.port());
        if (address.isUnresolved())
            throw new BindException("no address is known for the host " + address.getHostName());
        return address;
    }

    private Channel bound(InetSocketAddress address) throws BindException {
        var bound = new ServerBootstrap()
                .group(acceptor, eventLoops)
                .channel(transport.serverChannel())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, newcomers())
                .handler(acceptance)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(UNSENT_LOW_BYTES, UNSENT_HIGH_BYTES))
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(first(channel));
                    }
                })
                .bind(address)
                .awaitUninterruptibly();
        if (bound.isSuccess()) return bound.channel();
        throw cannotListen(address, bound.cause());
    }

    /** How many are accepted per turn. Epoll cannot say whether there are more, so it is to look. */
    private static RecvByteBufAllocator newcomers() {
        return new ServerChannelRecvByteBufAllocator()
                .respectMaybeMoreData(false)
                .maxMessagesPerRead(ACCEPTED_PER_TURN);
    }

    private static BindException cannotListen(InetSocketAddress address, @Nullable Throwable cause) {
        String reason = cause == null ? "for an unknown reason" : String.valueOf(cause.getMessage());
        BindException failure = new BindException("cannot listen on " + address.getHostString() + ":"
                + address.getPort() + ": " + reason.replaceFirst("^.*failed(: | with error\\(.*\\): )", ""));
        failure.initCause(cause);
        return failure;
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

    private Loop loopOf(Channel channel) {
        Loop loop = loops.get(channel.eventLoop());
        if (loop == null) throw new IllegalStateException("a connection on an event loop that is not ours");
        return loop;
    }

    /** Where it listens, with the port that was really bound. */
    public InetSocketAddress address() {
        Channel open = listener;
        if (open != null) return (InetSocketAddress) open.localAddress();
        ClaimedPort claim = claimed;
        if (claim == null) throw new IllegalStateException("a server without an address");
        return claim.address();
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
        closePort();
        long deadline = System.nanoTime() + engine.settings.drain().toNanos();
        onEveryConnection(OpenConnection::stop, engine.settings.drain());
        while (engine.connections.get() > 0 && System.nanoTime() < deadline) LockSupport.parkNanos(LOOK_NANOS);
        onEveryConnection(OpenConnection::stopNow, HELD_UP);
        stopThreads();
    }

    /** Who is told that his connection ends finds nobody at the port when he comes back. */
    private void closePort() {
        synchronized (listening) {
            Channel open = listener;
            if (open == null) {
                engine.stopping = true;
                giveUpClaim();
                return;
            }
            open.eventLoop().execute(() -> acceptance.end(open, () -> engine.stopping = true));
            open.closeFuture().awaitUninterruptibly(HELD_UP.toMillis());
            engine.stopping = true;
        }
    }

    private void giveUpClaim() {
        ClaimedPort claim = claimed;
        if (claim == null) return;
        try {
            claim.close();
        } catch (IOException e) {
            log.debug("a port that nobody listened on is given back by the end of the process", e);
        }
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

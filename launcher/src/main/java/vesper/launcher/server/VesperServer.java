package vesper.launcher.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.cluster.Cluster;
import vesper.codec.Codec;
import vesper.documents.Documents;
import vesper.hosting.Environment;
import vesper.hosting.Given;
import vesper.hosting.HostingSettings;
import vesper.hosting.InstallSettings;
import vesper.hosting.Packages;
import vesper.hosting.Platform;
import vesper.http.Destinations;
import vesper.http.ExchangeListener;
import vesper.http.Handler;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.PlatformThreads;
import vesper.http.UnusableCertificateException;
import vesper.http.client.HttpClient;
import vesper.http.content.ContentHandler;
import vesper.http.files.DiskThreads;
import vesper.launcher.admin.AdminSessions;
import vesper.launcher.admin.Readiness;
import vesper.launcher.benches.BenchRuns;
import vesper.launcher.diagnostics.Recordings;
import vesper.launcher.logging.LogSetup;
import vesper.launcher.metrics.RequestMetrics;
import vesper.launcher.samples.Sampler;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.PackageProperty;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.launcher.welcome.Welcome;
import vesper.records.Transactions;
import vesper.records.admin.Records;
import vesper.records.masks.QueryMask;
import vesper.rest.EventStreams;
import vesper.rest.multipart.Uploads;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;
import vesper.services.collections.OpenCollections;

/** A whole Vesper server. Reads from top to bottom as it starts; it stops in reverse. */
public final class VesperServer {
    private static final Logger LOG = LoggerFactory.getLogger(VesperServer.class);
    private static final Clock CLOCK = Clock.systemUTC();
    /** A node that has missed more than comes in this time serves what it has meanwhile, and says that it is not ready. */
    private static final Duration LONGEST_CATCHING_UP = Duration.ofSeconds(10);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Settings settings;
    private final String version;
    private final Optional<Path> home;

    /**
     * @param version of Vesper, for people
     * @param home where the packages that ship are
     */
    public VesperServer(Settings settings, String version, Optional<Path> home) {
        this.settings = settings;
        this.version = version;
        this.home = home;
    }

    /**
     * Serves until told to stop, then lets requests in flight finish within {@code http.drain} and returns.
     *
     * <p>A server that is alone answers from early on, if only that it is starting. One of several refuses connections until
     * it is of use: whoever is refused goes to another one, and is sure that nothing came of his request.
     *
     * @param whenReady gets the address once the packages are loaded and the port answers
     * @throws CannotStartException if something that the operator can change is in the way
     * @throws WrongSettingException if settings do not go together, or name files that cannot be used
     */
    public void serve(StopSignal stop, Consumer<URI> whenReady)
            throws CannotStartException, WrongSettingException, IOException, InterruptedException {
        HeadStart.begin();
        LogSetup.level(settings.get(Keys.LOG_LEVEL));
        Folders folders = Folders.of(settings, home);
        Readiness readiness = new Readiness();
        Codec codec = new Codec(
                settings.get(Keys.JSON_INDENT),
                ServiceChoices.texts(settings, Runtime.getRuntime().maxMemory()));
        Router router = new Router(codec, settings.get(Keys.REPRESENTATION_ENDINGS), ServiceChoices.origins(settings));
        ExecutorService platformThreads = PlatformThreads.pool("service", settings.get(Keys.PLATFORM_THREADS));
        EventStreams events = ServiceChoices.events(settings);
        OwnRoutes own = new OwnRoutes(
                router,
                codec,
                platformThreads,
                settings,
                version,
                events,
                home,
                new AdminSessions(CLOCK, new SecureRandom()));
        own.health(readiness);
        own.description();

        RequestMetrics metrics = settings.get(Keys.METRICS) ? new RequestMetrics() : null;

        try (DataLock _ = folders.lock();
                ProcessStop processStop =
                        ProcessStop.watch(stop, settings.get(Keys.DRAIN_DELAY), settings.get(Keys.DRAIN));
                SwitchedAccessLog accessLog = openAccessLog();
                Recordings recordings = Recordings.in(folders.diagnostics(), CLOCK);
                BenchRuns benches = new BenchRuns(folders.benches(), OwnProgram.command(home), CLOCK);
                DiskThreads disk = DiskThreads.start(settings.get(Keys.DISK_THREADS));
                Uploads uploads = ServiceChoices.uploads(settings, folders, disk);
                HttpClient client = ClientChoices.open(settings);
                // Before packages, so that they may record until they are stopped.
                Records records = RecordChoices.open(settings, folders, router, codec, CLOCK, client);
                // Behind everything that it keeps documents for.
                Cluster cluster = ClusterChoices.join(settings);
                // Before packages, whose services may write until they are stopped.
                OpenCollections collections = DocumentChoices.collections(settings, folders, CLOCK, cluster);
                ClusterRules _ = ClusterChoices.rules(settings, cluster, collections, records);
                // Before the port, so that services are stopped after the last request.
                Packages packages = packages(
                        folders,
                        new Platform(
                                router,
                                codec,
                                platformThreads,
                                ServiceChoices.from(settings, uploads, events, disk),
                                Given.nothing()
                                        .with(Clock.class, CLOCK)
                                        .with(HttpClient.class, client)
                                        .with(Transactions.class, records.transactions())
                                        .withEach(Documents.class, _ -> DocumentChoices.open(collections)),
                                CLOCK,
                                own.operators(),
                                new PackageTrackers(records),
                                Optional.of(collections)));
                HttpServer http = bind(
                        cluster == null,
                        coding(records.around(new StartingUp(readiness, codec, router))),
                        router,
                        accessLog,
                        metrics,
                        records.recent(),
                        records.listener());
                Sampler sampler = Sampler.of(
                        Optional.ofNullable(metrics), http::connections, http::exchanges, records::status, CLOCK)) {
            processStop.countsRequestsBy(http::exchanges, http::running);
            processStop.waitsForHooks(packages::hasStopHooks, settings.get(Keys.HOOK_TIME));
            LOG.info("serving {}", folders.packages());
            // Beside the packages: reading the annotations of both takes a good part of a start.
            RunningServer running = new RunningServer(
                    folders,
                    packages,
                    records,
                    collections,
                    http,
                    Optional.ofNullable(cluster),
                    Optional.ofNullable(metrics),
                    sampler,
                    accessLog,
                    recordings,
                    benches,
                    () -> onThisMachine(http));
            CompletableFuture<List<Route>> admin =
                    CompletableFuture.supplyAsync(() -> own.admin(running), platformThreads);
            packages.load();
            startRecording(records, http);
            own.publishAdmin(admin.join());
            if (metrics != null) own.metrics(metrics, running);
            if (settings.get(Keys.CONSOLE)) own.console(disk);
            own.welcome(packages, extras());
            readiness.waitsFor(collections::behind);
            if (cluster != null) {
                readiness.isTroubledBy(cluster::estrangement);
                cluster.introduce(
                        new ThisMember(cluster, settings, version, addressOf(http), packages, collections)::now);
            }
            sampler.start();
            boolean isStopped = cluster != null && awaitCopies(cluster, collections, stop);
            // One that is told to stop before it is of use has never begun.
            if (!isStopped) {
                readiness.enter(Readiness.Phase.READY);
                listen(http);
                whenReady.accept(addressOf(http));

                stop.await();
                readiness.enter(Readiness.Phase.DRAINING);
                letBalancersSee();
            }
            processStop.begin();
            packages.stopWatching();
            // They never end by themselves, and nothing would be left of the time to finish in.
            events.close();
        } finally {
            platformThreads.shutdownNow();
            LogSetup.flush();
        }
    }

    /**
     * What others can change is not waited for: servers that are away, and logs that are not what they were.
     *
     * @return whether a stop was requested meanwhile
     */
    private static boolean awaitCopies(Cluster cluster, OpenCollections collections, StopSignal stop)
            throws InterruptedException {
        long begun = System.nanoTime();
        while (cluster.isConnected()
                && cluster.troubleOfLogs().isEmpty()
                && collections.behind().isPresent()
                && System.nanoTime() - begun < LONGEST_CATCHING_UP.toNanos()) {
            if (stop.await(LOOK)) return true;
        }
        return false;
    }

    /** Who asks {@code /health/ready} now and then sends nothing more before the port is closed. */
    private void letBalancersSee() throws InterruptedException {
        Duration delay = settings.get(Keys.DRAIN_DELAY);
        if (delay.isZero()) return;
        LOG.info("not ready any more, and stopping in {} ms", delay.toMillis());
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
    }

    private Set<Welcome.Extra> extras() {
        Set<Welcome.Extra> extras = EnumSet.noneOf(Welcome.Extra.class);
        if (settings.get(Keys.CONSOLE)) extras.add(Welcome.Extra.CONSOLE);
        if (settings.get(Keys.METRICS)) extras.add(Welcome.Extra.METRICS);
        return extras;
    }

    private static void startRecording(Records records, HttpServer http) throws CannotStartException {
        try {
            records.start(http::exchanges);
        } catch (IOException e) {
            throw RecordChoices.cannotKeep(e);
        }
    }

    private SwitchedAccessLog openAccessLog() throws CannotStartException, WrongSettingException {
        SwitchedAccessLog accessLog = new SwitchedAccessLog(new QueryMask(RecordChoices.mask(settings)));
        try {
            accessLog.to(settings.get(Keys.ACCESS_LOG));
        } catch (IOException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()));
        }
        return accessLog;
    }

    private Handler coding(Handler handler) {
        return new ContentHandler(handler, HttpChoices.content(settings));
    }

    private HttpServer bind(
            boolean listens, Handler handler, Destinations destinations, @Nullable ExchangeListener... interested)
            throws CannotStartException, WrongSettingException, IOException {
        List<ExchangeListener> listeners = new ArrayList<>();
        for (ExchangeListener listener : interested) if (listener != null) listeners.add(listener);
        try {
            HttpSettings choices = HttpChoices.from(settings);
            return listens
                    ? HttpServer.start(choices, handler, destinations, listeners)
                    : HttpServer.claim(choices, handler, destinations, listeners);
        } catch (BindException e) {
            throw new CannotStartException(whyNotBound(String.valueOf(e.getMessage())));
        } catch (UnusableCertificateException e) {
            throw HttpChoices.unusable(settings, e);
        }
    }

    private void listen(HttpServer http) throws CannotStartException, IOException {
        try {
            http.listen();
        } catch (BindException e) {
            throw new CannotStartException(whyNotBound(String.valueOf(e.getMessage())));
        }
    }

    private String whyNotBound(String message) {
        if (!message.contains("in use")) return message;
        return "port " + settings.get(Keys.PORT) + " of " + settings.get(Keys.HOST)
                + " is taken by another program; --port 0 picks a free one, --port N names one";
    }

    private Packages packages(Folders folders, Platform platform) {
        if (home.isPresent()) ShippedClasses.of(home.get()).copyTo(folders.classes());
        Map<String, String> overrides = new HashMap<>();
        settings.packageProperties().forEach(said -> overrides.put(PackageProperty.nameOf(said), said.text()));
        HostingSettings hosting = HostingSettings.of(folders.packages())
                .withClassCache(folders.classes())
                .withHookTime(settings.get(Keys.HOOK_TIME))
                .in(new Environment(settings.get(Keys.ENVIRONMENT), overrides))
                .with(new InstallSettings(
                        Optional.of(folders.trash()), settings.get(Keys.TRASH), settings.get(Keys.UNPACKED)));
        return Packages.of(hosting, platform);
    }

    private URI onThisMachine(HttpServer http) {
        InetSocketAddress address = http.address();
        if (!address.getAddress().isAnyLocalAddress()) return addressOf(http);
        return URI.create((http.isSecure() ? "https" : "http") + "://127.0.0.1:" + address.getPort() + "/");
    }

    /** As it is typed: an IPv6 address stands in brackets. */
    private URI addressOf(HttpServer http) {
        InetSocketAddress address = http.address();
        // Of all addresses it is told as it was set; the socket's own is that of IPv6.
        String host = address.getAddress().isAnyLocalAddress()
                ? settings.get(Keys.HOST)
                : address.getAddress().getHostAddress();
        String scheme = http.isSecure() ? "https" : "http";
        return URI.create(
                scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + "/");
    }
}

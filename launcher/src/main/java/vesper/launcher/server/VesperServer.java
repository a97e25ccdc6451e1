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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.access.Access;
import vesper.cluster.Cluster;
import vesper.codec.Codec;
import vesper.documents.Documents;
import vesper.hosting.Environment;
import vesper.hosting.HostingSettings;
import vesper.hosting.Injectables;
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
import vesper.http.content.ContentFilter;
import vesper.http.files.DiskThreads;
import vesper.launcher.admin.AdminSessions;
import vesper.launcher.admin.Readiness;
import vesper.launcher.benches.BenchRuns;
import vesper.launcher.diagnostics.Recordings;
import vesper.launcher.logging.LogSetup;
import vesper.launcher.metrics.RequestMetrics;
import vesper.launcher.samples.Sampler;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.LoggerLevel;
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
import vesper.rest.triggers.Triggers;
import vesper.services.collections.OpenCollections;

/**
 * A complete Vesper server. The code reads from top to bottom in the order of the start; a stop has the reverse order.
 */
public final class VesperServer {
    private static final Logger LOG = LoggerFactory.getLogger(VesperServer.class);
    private static final Clock CLOCK = Clock.systemUTC();
    /**
     * Time that a node spends on catching up before it accepts connections. A node that needs longer then serves what
     * it has, and reports that it is not ready.
     */
    private static final Duration LONGEST_CATCHING_UP = Duration.ofSeconds(10);

    /** A package whose code takes longer to start does not delay the others. It is missing until it has started. */
    private static final Duration LONGEST_PACKAGE_START = Duration.ofSeconds(2);

    private static final Duration LOOK = Duration.ofMillis(50);

    private final Settings settings;
    private final String version;
    private final Optional<Path> home;

    /**
     * @param version of Vesper, for people
     * @param home Vesper's home folder, which contains the shipped packages
     */
    public VesperServer(Settings settings, String version, Optional<Path> home) {
        this.settings = settings;
        this.version = version;
        this.home = home;
    }

    /** Receives the progress of a start. */
    @FunctionalInterface
    public interface Progress {
        /** The packages are loaded, and the server accepts all requests. */
        void ready(URI address);

        /**
         * The server accepts requests, and {@code /health/ready} answers 503, since packages are missing. {@link
         * #ready} follows when they are there.
         */
        default void serving(URI address, List<String> missing) {
            ready(address);
        }
    }

    /**
     * Serves until a stop is requested, then lets requests in flight finish within {@code http.drain} and returns.
     *
     * <p>A server without a cluster accepts connections early and answers 503 while it starts. A member of a cluster
     * refuses connections until it can serve: the client then goes to another member and knows that its request had no
     * effect.
     *
     * @throws CannotStartException if the server cannot start for a reason that the operator can change; with
     *     {@code packages.strict} also if a required package has not started
     * @throws WrongSettingException if settings contradict each other, or name files that cannot be used
     */
    public void serve(StopSignal stop, Progress progress)
            throws CannotStartException, WrongSettingException, IOException, InterruptedException {
        HeadStart.start();
        LogSetup.format(settings.get(Keys.LOG_FORMAT));
        LogSetup.level(settings.get(Keys.LOG_LEVEL));
        settings.loggerLevels().forEach(raw -> LogSetup.level(LoggerLevel.nameOf(raw), raw.text()));
        Folders folders = Folders.of(settings, home);
        Readiness readiness = new Readiness();
        Codec codec = new Codec(
                settings.get(Keys.JSON_INDENT),
                ServiceChoices.texts(settings, Runtime.getRuntime().maxMemory()));
        Router router =
                new Router(codec, settings.get(Keys.REPRESENTATION_ENDINGS), ServiceChoices.corsRules(settings));
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
                // Opened before packages, so that they can record until they have stopped.
                Records records = RecordChoices.open(settings, folders, router, codec, CLOCK, client);
                Triggers triggers = new Triggers(Pipeline.ofTriggers(records), CLOCK);
                // Opened early, so that it closes after everything whose documents it stores.
                Cluster cluster = ClusterChoices.join(settings);
                // Opened before packages, whose services may write until they have stopped.
                OpenCollections collections = DocumentChoices.collections(settings, folders, CLOCK, cluster, triggers);
                Access access = AccessChoices.open(
                        settings, folders, collections, cluster != null, own.access(), router, CLOCK);
                ClusterRules _ = ClusterChoices.rules(settings, cluster, collections, records, access);
                // Opened before the port, so that services stop after the last request.
                Packages packages = packages(
                        folders,
                        new Platform(
                                router,
                                codec,
                                platformThreads,
                                ServiceChoices.from(settings, uploads, events, disk),
                                Injectables.none()
                                        .with(Clock.class, CLOCK)
                                        .with(HttpClient.class, client)
                                        .with(Transactions.class, records.transactions())
                                        .withEach(Documents.class, _ -> DocumentChoices.open(collections)),
                                CLOCK,
                                own.operators(),
                                new PackageTrackers(records),
                                Optional.of(collections),
                                triggers));
                HttpServer http = bind(
                        cluster == null,
                        Pipeline.ofRequests(
                                new ContentFilter(HttpChoices.content(settings)),
                                records,
                                new StartupFilter(readiness, codec, router),
                                access.authentication(),
                                router),
                        router,
                        accessLog,
                        metrics,
                        records.recent(),
                        records.listener());
                Sampler sampler = Sampler.of(
                        Optional.ofNullable(metrics), http::connections, http::exchanges, records::status, CLOCK)) {
            processStop.setRequestSources(http::exchanges, http::running);
            processStop.setHookTimeLimit(packages::hasStopHooks, settings.get(Keys.HOOK_TIME));
            LOG.info("serving {}", folders.packages());
            // Concurrent with loading the packages: both read annotations, which takes a large part of a start.
            RunningServer running = new RunningServer(
                    folders,
                    packages,
                    records,
                    collections,
                    access,
                    triggers,
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
            if (settings.get(Keys.STRICT)) packages.load();
            else packages.load(LONGEST_PACKAGE_START);
            AccessChoices.load(access, cluster != null);
            PackageReadiness packageReadiness = new PackageReadiness(packages);
            if (settings.get(Keys.STRICT)) packageReadiness.requireAll();
            readiness.setPackageSources(packageReadiness::missing, packages::healthProblems);
            startRecording(records, http);
            records.triggers().forEach(trigger -> triggers.run(trigger, ""));
            own.publishAdmin(admin.join());
            if (metrics != null) own.metrics(metrics, running);
            own.tokens(access);
            if (settings.get(Keys.CONSOLE)) own.console(disk);
            own.welcome(packages, extras());
            readiness.setCatchUpSource(
                    () -> access.directory().isLoaded() ? collections.catchingUp() : Optional.of("users and keys"));
            if (cluster != null) {
                readiness.setTroubleSource(cluster::divergence);
                cluster.publishMember(
                        new ThisMember(cluster, settings, version, addressOf(http), packages, collections)::now);
            }
            sampler.start();
            boolean isStopped = cluster != null && awaitCopies(cluster, collections, stop);
            // A node that is stopped while it catches up never becomes ready.
            if (!isStopped) {
                readiness.enter(Readiness.Phase.READY);
                listen(http);
                AccessChoices.warning(settings, access).ifPresent(LOG::warn);
                packageReadiness.announce(addressOf(http), progress, stop);

                stop.await();
                readiness.enter(Readiness.Phase.DRAINING);
                awaitDrainDelay();
            }
            processStop.start();
            packages.stopWatching();
            // Event streams do not end on their own and would use up the drain time.
            events.close();
        } finally {
            platformThreads.shutdownNow();
            LogSetup.flush();
        }
    }

    /**
     * Waits until the copies of replicated documents have caught up, for a bounded time. Does not wait for problems
     * that only others can solve: unreachable NATS servers, or logs that have changed.
     *
     * @return whether a stop was requested
     */
    private static boolean awaitCopies(Cluster cluster, OpenCollections collections, StopSignal stop)
            throws InterruptedException {
        long begun = System.nanoTime();
        while (cluster.isConnected()
                && cluster.logTrouble().isEmpty()
                && collections.catchingUp().isPresent()
                && System.nanoTime() - begun < LONGEST_CATCHING_UP.toNanos()) {
            if (stop.await(LOOK)) return true;
        }
        return false;
    }

    /**
     * Continues to serve for {@code http.drain.delay}, so that load balancers that poll {@code /health/ready} stop
     * sending requests before the port closes.
     */
    private void awaitDrainDelay() throws InterruptedException {
        Duration delay = settings.get(Keys.DRAIN_DELAY);
        if (delay.isZero()) return;
        LOG.info("no longer ready; stopping in {} ms", delay.toMillis());
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
            throw RecordChoices.cannotStore(e);
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
            throw new CannotStartException(bindFailure(String.valueOf(e.getMessage())));
        } catch (UnusableCertificateException e) {
            throw HttpChoices.unusable(settings, e);
        }
    }

    private void listen(HttpServer http) throws CannotStartException, IOException {
        try {
            http.listen();
        } catch (BindException e) {
            throw new CannotStartException(bindFailure(String.valueOf(e.getMessage())));
        }
    }

    private String bindFailure(String message) {
        if (!message.contains("in use")) return message;
        return "port " + settings.get(Keys.PORT) + " of " + settings.get(Keys.HOST)
                + " is used by another program; use --port 0 for any free port, or --port N";
    }

    private Packages packages(Folders folders, Platform platform) {
        if (home.isPresent()) ShippedClasses.of(home.get()).copyTo(folders.classes());
        Map<String, String> overrides = new HashMap<>();
        settings.packageProperties().forEach(raw -> overrides.put(PackageProperty.nameOf(raw), raw.text()));
        HostingSettings hosting = HostingSettings.of(folders.packages())
                .withClassCache(folders.classes())
                .withHookTime(settings.get(Keys.HOOK_TIME))
                .withEnvironment(new Environment(settings.get(Keys.ENVIRONMENT), overrides))
                .withInstalling(new InstallSettings(
                        Optional.of(folders.trash()), settings.get(Keys.TRASH), settings.get(Keys.UNPACKED)));
        return Packages.of(hosting, platform);
    }

    private URI onThisMachine(HttpServer http) {
        InetSocketAddress address = http.address();
        if (!address.getAddress().isAnyLocalAddress()) return addressOf(http);
        return URI.create((http.isSecure() ? "https" : "http") + "://127.0.0.1:" + address.getPort() + "/");
    }

    /** Returns the URL of the server. An IPv6 address is in brackets. */
    private URI addressOf(HttpServer http) {
        InetSocketAddress address = http.address();
        // Shows the configured host of a server on all addresses: the socket would report the IPv6 wildcard address.
        String host = address.getAddress().isAnyLocalAddress()
                ? settings.get(Keys.HOST)
                : address.getAddress().getHostAddress();
        String scheme = http.isSecure() ? "https" : "http";
        return URI.create(
                scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + "/");
    }
}

package vesper.launcher.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.hosting.DiskFailure;
import vesper.hosting.Environment;
import vesper.hosting.Given;
import vesper.hosting.HostingSettings;
import vesper.hosting.InstallSettings;
import vesper.hosting.Packages;
import vesper.hosting.Platform;
import vesper.http.AccessLog;
import vesper.http.Destinations;
import vesper.http.ExchangeListener;
import vesper.http.Handler;
import vesper.http.HttpServer;
import vesper.http.Method;
import vesper.http.PlatformThreads;
import vesper.http.UnusableCertificateException;
import vesper.http.client.HttpClient;
import vesper.http.content.ContentHandler;
import vesper.http.files.DiskThreads;
import vesper.launcher.admin.AdminAccess;
import vesper.launcher.admin.AdminDoor;
import vesper.launcher.admin.HealthController;
import vesper.launcher.admin.PackagesController;
import vesper.launcher.admin.Readiness;
import vesper.launcher.admin.StatusController;
import vesper.launcher.logging.LogSetup;
import vesper.launcher.metrics.MetricsPage;
import vesper.launcher.metrics.RequestMetrics;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.PackageProperty;
import vesper.launcher.settings.Settings;
import vesper.launcher.settings.WrongSettingException;
import vesper.launcher.welcome.Welcome;
import vesper.rest.EventStreams;
import vesper.rest.controllers.Controllers;
import vesper.rest.multipart.Uploads;
import vesper.rest.openapi.OpenApi;
import vesper.rest.operations.DocComments;
import vesper.rest.operations.RouteOwner;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;

/** A whole Vesper server. Reads from top to bottom as it starts; it stops in reverse. */
public final class VesperServer {
    private static final Clock CLOCK = Clock.systemUTC();

    private static final RouteOwner HEALTH = new RouteOwner("health", false, DocComments.NONE);
    private static final RouteOwner ADMIN = new RouteOwner("admin", true, DocComments.NONE);

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
        Controllers controllers = new Controllers(codec, platformThreads);
        router.publishVital("health", healthRoutes(controllers, readiness));
        Route openApi = new OpenApi(router, ServiceChoices.apiInfo(settings, version)).route();
        router.publish(
                "openapi", List.of(openApi.answeredBy(new OnPlatformThread(openApi.handler(), platformThreads))));

        RequestMetrics metrics = settings.get(Keys.METRICS) ? new RequestMetrics() : null;
        EventStreams events = ServiceChoices.events(settings);

        try (DataLock _ = folders.lock();
                ProcessStop processStop = ProcessStop.watch(stop, settings.get(Keys.DRAIN));
                AccessLog accessLog = openAccessLog();
                DiskThreads disk = DiskThreads.start(settings.get(Keys.DISK_THREADS));
                Uploads uploads = ServiceChoices.uploads(settings, folders, disk);
                HttpClient client = ClientChoices.open(settings);
                // Before the port, so that services are stopped after the last request.
                Packages packages = packages(
                        folders,
                        new Platform(
                                router,
                                codec,
                                platformThreads,
                                ServiceChoices.from(settings, uploads, events, disk),
                                Given.nothing().with(Clock.class, CLOCK).with(HttpClient.class, client),
                                CLOCK,
                                adminAccess()::allows));
                HttpServer http = bind(coding(new StartingUp(readiness, codec, router)), router, accessLog, metrics)) {
            processStop.countsRequestsBy(http::exchanges);
            processStop.waitsForHooks(packages::hasStopHooks, settings.get(Keys.HOOK_TIME));
            packages.load();
            router.publishVital("admin", adminRoutes(controllers, packages, http));
            if (metrics != null) router.publishVital("metrics", List.of(metricsRoute(metrics, http, platformThreads)));
            router.welcome(new Welcome(
                    codec, version, metrics != null, packages::snapshots, router::routes, adminAccess()::allows));
            readiness.enter(Readiness.Phase.READY);
            whenReady.accept(addressOf(http));

            stop.await();
            readiness.enter(Readiness.Phase.DRAINING);
            processStop.begin();
            packages.stopWatching();
            // They never end by themselves, and nothing would be left of the time to finish in.
            events.close();
        } finally {
            platformThreads.shutdownNow();
            LogSetup.flush();
        }
    }

    private @Nullable AccessLog openAccessLog() throws CannotStartException {
        Optional<Path> file = settings.get(Keys.ACCESS_LOG);
        if (file.isEmpty()) return null;
        try {
            return AccessLog.open(file.get(), ZoneId.systemDefault());
        } catch (IOException e) {
            throw new CannotStartException("access log " + file.get() + " cannot be written: " + DiskFailure.reason(e));
        }
    }

    private Handler coding(Handler handler) {
        return new ContentHandler(handler, HttpChoices.content(settings));
    }

    private HttpServer bind(Handler handler, Destinations destinations, @Nullable ExchangeListener... interested)
            throws CannotStartException, WrongSettingException, IOException {
        List<ExchangeListener> listeners = new ArrayList<>();
        for (ExchangeListener listener : interested) if (listener != null) listeners.add(listener);
        try {
            return HttpServer.start(HttpChoices.from(settings), handler, destinations, listeners);
        } catch (BindException e) {
            throw new CannotStartException(whyNotBound(String.valueOf(e.getMessage())));
        } catch (UnusableCertificateException e) {
            throw HttpChoices.unusable(settings, e);
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

    private static List<Route> healthRoutes(Controllers controllers, Readiness readiness) {
        return controllers.routesOf(new HealthController(readiness), "", "vesper").stream()
                .map(route -> route.ownedBy(HEALTH))
                .toList();
    }

    private List<Route> adminRoutes(Controllers controllers, Packages packages, HttpServer http) {
        long startedNanos = System.nanoTime();
        LongSupplier uptime = () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
        StatusController status =
                new StatusController(packages, uptime, http::connections, version, settings.shownText(Keys.HANDLERS));
        return Stream.of(status, new PackagesController(packages))
                .flatMap(controller -> controllers.routesOf(controller, "", "vesper").stream())
                .map(adminDoor()::guarding)
                .map(route -> route.ownedBy(ADMIN))
                .toList();
    }

    private Route metricsRoute(RequestMetrics metrics, HttpServer http, Executor threads) {
        MetricsPage made = new MetricsPage(metrics, http::exchanges, http::connections, http::refused, version);
        Handler page = new OnPlatformThread(made, threads);
        return adminDoor().guarding(new Route(Method.GET, "/metrics", List.of(), List.of(), page, "vesper"));
    }

    private AdminDoor adminDoor() {
        return new AdminDoor(adminAccess());
    }

    private AdminAccess adminAccess() {
        return new AdminAccess(settings.get(Keys.ADMIN_TOKEN), settings.get(Keys.HOST));
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

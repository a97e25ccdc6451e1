package vesper.launcher.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.hosting.Given;
import vesper.hosting.HostingSettings;
import vesper.hosting.Packages;
import vesper.hosting.Platform;
import vesper.http.AccessLog;
import vesper.http.ExchangeListener;
import vesper.http.Handler;
import vesper.http.HttpServer;
import vesper.http.PlatformThreads;
import vesper.http.UnusableCertificateException;
import vesper.launcher.admin.AdminAccess;
import vesper.launcher.admin.AdminDoor;
import vesper.launcher.admin.HealthController;
import vesper.launcher.admin.PackagesController;
import vesper.launcher.admin.Readiness;
import vesper.launcher.admin.StatusController;
import vesper.launcher.logging.LogSetup;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.rest.Controllers;
import vesper.rest.DocComments;
import vesper.rest.Provisions;
import vesper.rest.Route;
import vesper.rest.RouteOwner;
import vesper.rest.Router;
import vesper.rest.multipart.Uploads;
import vesper.rest.openapi.OpenApi;

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
     */
    public void serve(StopSignal stop, Consumer<URI> whenReady)
            throws CannotStartException, IOException, InterruptedException {
        HeadStart.begin();
        LogSetup.level(settings.get(Keys.LOG_LEVEL));
        Folders folders = Folders.of(settings, home);
        Readiness readiness = new Readiness();
        Codec codec = new Codec(settings.get(Keys.JSON_INDENT));
        Router router = new Router(codec);
        ExecutorService platformThreads = PlatformThreads.pool("service", settings.get(Keys.PLATFORM_THREADS));
        Controllers controllers = new Controllers(codec, platformThreads);
        router.publish("health", healthRoutes(controllers, readiness));
        router.publish("openapi", List.of(new OpenApi(router, ServiceChoices.apiInfo(settings, version)).route()));

        try (ProcessStop processStop = ProcessStop.watch(stop, settings.get(Keys.DRAIN));
                AccessLog accessLog = openAccessLog();
                Uploads uploads = ServiceChoices.uploads(settings, folders, platformThreads);
                HttpServer http = bind(new StartingUp(readiness, codec, router), accessLog);
                Packages packages =
                        openPackages(folders, router, codec, platformThreads, ServiceChoices.from(settings, uploads))) {
            processStop.countsRequestsBy(http::exchanges);
            router.publish("admin", adminRoutes(controllers, packages, http));
            readiness.enter(Readiness.Phase.READY);
            whenReady.accept(addressOf(http));

            stop.await();
            readiness.enter(Readiness.Phase.DRAINING);
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
            throw new CannotStartException("access log " + file.get() + " cannot be written: " + e);
        }
    }

    private HttpServer bind(Handler handler, @Nullable AccessLog accessLog) throws CannotStartException, IOException {
        List<ExchangeListener> listeners = accessLog == null ? List.of() : List.of(accessLog);
        try {
            return HttpServer.start(HttpChoices.from(settings), handler, listeners);
        } catch (BindException e) {
            throw new CannotStartException(whyNotBound(String.valueOf(e.getMessage())));
        } catch (UnusableCertificateException e) {
            throw new CannotStartException(String.valueOf(e.getMessage()));
        }
    }

    private String whyNotBound(String message) {
        if (!message.contains("in use")) return message;
        return "port " + settings.get(Keys.PORT) + " of " + settings.get(Keys.HOST)
                + " is taken by another program; --port 0 picks a free one, --port N names one";
    }

    private static Packages openPackages(
            Folders folders, Router router, Codec codec, Executor platformThreads, Provisions provisions)
            throws IOException {
        HostingSettings hosting = HostingSettings.of(folders.packages()).withClassCache(folders.classes());
        Given given = Given.nothing().with(Clock.class, CLOCK);
        return Packages.open(hosting, new Platform(router, codec, platformThreads, provisions, given, CLOCK));
    }

    private static List<Route> healthRoutes(Controllers controllers, Readiness readiness) {
        return controllers.routesOf(new HealthController(readiness), "", "vesper").stream()
                .map(route -> route.ownedBy(HEALTH))
                .toList();
    }

    private List<Route> adminRoutes(Controllers controllers, Packages packages, HttpServer http) {
        long startedNanos = System.nanoTime();
        LongSupplier uptime = () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
        AdminDoor door = new AdminDoor(new AdminAccess(settings.get(Keys.ADMIN_TOKEN), settings.get(Keys.HOST)));
        StatusController status =
                new StatusController(packages, uptime, http::connections, version, settings.shownText(Keys.HANDLERS));
        return Stream.of(status, new PackagesController(packages))
                .flatMap(controller -> controllers.routesOf(controller, "", "vesper").stream())
                .map(door::guarding)
                .map(route -> route.ownedBy(ADMIN))
                .toList();
    }

    /** As it is typed: an IPv6 address stands in brackets. */
    private static URI addressOf(HttpServer http) {
        InetSocketAddress address = http.address();
        String host = address.getAddress().getHostAddress();
        String scheme = http.isSecure() ? "https" : "http";
        return URI.create(
                scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort() + "/");
    }
}

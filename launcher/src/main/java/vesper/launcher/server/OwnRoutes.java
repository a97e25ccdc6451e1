package vesper.launcher.server;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import vesper.access.Access;
import vesper.access.admin.AccessPreviewController;
import vesper.access.admin.AccessRulesController;
import vesper.access.admin.Audit;
import vesper.access.admin.GroupsController;
import vesper.access.admin.KeysController;
import vesper.access.admin.TokenController;
import vesper.access.admin.UsersController;
import vesper.codec.Codec;
import vesper.console.Console;
import vesper.hosting.Packages;
import vesper.http.Audience;
import vesper.http.Handler;
import vesper.http.HttpServer;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.files.DiskThreads;
import vesper.launcher.admin.AdminAccess;
import vesper.launcher.admin.AdminDoor;
import vesper.launcher.admin.AdminSessions;
import vesper.launcher.admin.AuditController;
import vesper.launcher.admin.BackupsController;
import vesper.launcher.admin.BenchController;
import vesper.launcher.admin.ClusterController;
import vesper.launcher.admin.DiagnosticsController;
import vesper.launcher.admin.DocumentsController;
import vesper.launcher.admin.HealthController;
import vesper.launcher.admin.LoggersController;
import vesper.launcher.admin.PackagesController;
import vesper.launcher.admin.Readiness;
import vesper.launcher.admin.RecordingsController;
import vesper.launcher.admin.RequestsController;
import vesper.launcher.admin.RoutesController;
import vesper.launcher.admin.SessionController;
import vesper.launcher.admin.SettingsController;
import vesper.launcher.admin.StatusController;
import vesper.launcher.admin.TriggersController;
import vesper.launcher.admin.Who;
import vesper.launcher.benches.BenchResults;
import vesper.launcher.diagnostics.ThreadDumps;
import vesper.launcher.metrics.ClusterMetrics;
import vesper.launcher.metrics.MetricsPage;
import vesper.launcher.metrics.RecordMetrics;
import vesper.launcher.metrics.RequestMetrics;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.LoopbackAccess;
import vesper.launcher.settings.Settings;
import vesper.launcher.steering.ChangeLog;
import vesper.launcher.steering.LiveSettings;
import vesper.launcher.welcome.Welcome;
import vesper.records.admin.ErrorsController;
import vesper.records.admin.MonitorController;
import vesper.records.admin.MonitorRulesController;
import vesper.records.admin.RebuildController;
import vesper.records.admin.Records;
import vesper.records.admin.ResubmitController;
import vesper.records.admin.RulePreviewController;
import vesper.records.admin.ThrottlingRulesController;
import vesper.records.admin.TrackerController;
import vesper.rest.EventStreams;
import vesper.rest.ProblemType;
import vesper.rest.access.Permission;
import vesper.rest.controllers.ControllerContext;
import vesper.rest.controllers.Controllers;
import vesper.rest.openapi.OpenApi;
import vesper.rest.operations.DocComments;
import vesper.rest.operations.RouteOwner;
import vesper.rest.routing.Prefix;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;
import vesper.services.collections.OpenCollections;

/** The routes of the server itself, in addition to those of its packages. */
final class OwnRoutes {
    private static final RouteOwner HEALTH = new RouteOwner("health", false, DocComments.NONE);
    private static final RouteOwner ACCESS = new RouteOwner("access", false, DocComments.NONE);
    private static final RouteOwner ADMIN = new RouteOwner("admin", true, DocComments.NONE);
    private static final String ORIGIN = "vesper";
    private static final ProblemType NOT_FOUND = ProblemType.ofStatus(404);

    private final Router router;
    private final Codec codec;
    private final Executor threads;
    private final Settings settings;
    private final String version;
    private final Controllers controllers;
    private final Optional<Path> home;
    private final AdminSessions sessions;
    private final AdminAccess access;
    private final AdminDoor door;

    /**
     * @param router publishes the routes
     * @param threads the pool of platform threads
     * @param version of Vesper, for people
     * @param events the open event streams, including those of packages
     * @param home Vesper's home folder, in which the command stores results of benchmarks
     * @param sessions of browsers that have sent the token
     */
    OwnRoutes(
            Router router,
            Codec codec,
            Executor threads,
            Settings settings,
            String version,
            EventStreams events,
            Optional<Path> home,
            AdminSessions sessions) {
        this.router = router;
        this.codec = codec;
        this.threads = threads;
        this.settings = settings;
        this.version = version;
        this.home = home;
        this.controllers = new Controllers(
                codec, threads, ControllerContext.defaults(threads).with(events));
        this.sessions = sessions;
        this.access = new AdminAccess(
                settings.get(Keys.ADMIN_TOKEN),
                settings.get(Keys.HOST),
                sessions,
                settings.get(Keys.ADMIN_LOOPBACK) == LoopbackAccess.TRUSTED);
        this.door = new AdminDoor(access);
    }

    /** Returns a check for requests that may call {@code /admin}. */
    Predicate<Request> operators() {
        return access::allows;
    }

    AdminAccess access() {
        return access;
    }

    /** Publishes {@code /oauth} and {@code /.well-known/jwks.json}. */
    void tokens(Access users) {
        List<Route> routes = routesOf(new TokenController(users), ACCESS, Audience.SERVICE).stream()
                .map(route -> route.withPermission(Permission.PUBLIC))
                .toList();
        router.publish("access", routes);
    }

    /** Publishes {@code /health}, and reserves the paths of operators. */
    void health(Readiness readiness) {
        areas();
        router.publish("health", routesOf(new HealthController(readiness), HEALTH, Audience.HEALTH), List.of());
    }

    /** Publishes {@code /openapi.json}. */
    void description() {
        Route route = new OpenApi(router, ServiceChoices.apiInfo(settings, version)).route();
        router.publish("openapi", List.of(route.withHandler(new OnPlatformThread(route.handler(), threads))));
    }

    /**
     * Creates the routes of {@code /admin}. This takes long, since it reads many annotations. The routes are not
     * reachable before {@link #publishAdmin}.
     */
    List<Route> admin(RunningServer server) {
        Records records = server.records();
        OpenCollections collections = server.collections();
        ChangeLog changes = new ChangeLog(collections.clock());
        Access users = server.access();
        Audit audit = (request, what, from, to) -> changes.add(Who.of(request), what, from, to);
        LiveSettings live = new LiveSettings(settings, LiveChoices.of(records, server.accessLog()), changes);
        return Stream.of(
                        status(server),
                        new SessionController(access, sessions),
                        new UsersController(users, collections.clock(), audit),
                        new GroupsController(users.directory(), audit),
                        new KeysController(
                                users.directory(), users.keyUses(), collections.clock(), new SecureRandom(), audit),
                        new AccessRulesController(users.rules(), audit),
                        new AccessPreviewController(users, router),
                        new RoutesController(router, server.metrics(), server.http()),
                        new RequestsController(server.http(), router, server.triggers()),
                        new SettingsController(live),
                        new LoggersController(changes),
                        new AuditController(changes),
                        new DiagnosticsController(
                                new ThreadDumps(server.folders().diagnostics())),
                        new RecordingsController(server.recordings()),
                        new BenchController(
                                server.benches(),
                                new BenchResults(
                                        server.folders().benches(), home.map(there -> there.resolve("bench-results"))),
                                router,
                                server.here()),
                        new PackagesController(server.packages()),
                        new TriggersController(server.triggers(), changes),
                        new DocumentsController(collections, Packages.SERVICES),
                        new BackupsController(collections, server.folders().backups(), collections.clock()),
                        new MonitorController(records),
                        new ErrorsController(records),
                        new MonitorRulesController(records.monitorRules()),
                        new RulePreviewController(records),
                        new ThrottlingRulesController(records.throttlingRules()),
                        new TrackerController(records),
                        new ResubmitController(records),
                        new RebuildController(records),
                        new ClusterController(server.cluster()))
                .flatMap(controller -> routesOf(controller, ADMIN, Audience.OPERATOR).stream())
                .map(route -> route.filteredBy(door))
                .toList();
    }

    private StatusController status(RunningServer server) {
        long startedNanos = System.nanoTime();
        LongSupplier uptime = () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
        return new StatusController(
                server.packages(),
                server.records(),
                server.collections(),
                uptime,
                server.http()::connections,
                version,
                settings.shownText(Keys.HANDLERS),
                server.folders().packages(),
                server.sampler());
    }

    void publishAdmin(List<Route> routes) {
        router.publish("admin", routes, List.of());
    }

    void metrics(RequestMetrics metrics, RunningServer server) {
        HttpServer http = server.http();
        var records = new RecordMetrics(server.records());
        var cluster = new ClusterMetrics(server.cluster());
        Supplier<List<MetricSnapshot>> others =
                () -> Stream.concat(records.snapshots().stream(), cluster.snapshots().stream())
                        .toList();
        MetricsPage made = new MetricsPage(metrics, http::exchanges, http::connections, http::refused, others, version);
        Handler page = new OnPlatformThread(made, threads);
        Route route = new Route(Method.GET, "/metrics", List.of(), List.of(), page, ORIGIN);
        router.publish("metrics", List.of(route.forAudience(Audience.OPERATOR).filteredBy(door)), List.of());
    }

    /** Publishes {@code /console/}. The files contain no secrets and are public; the API that they call is guarded. */
    void console(DiskThreads disk) {
        router.publish("console", List.of(), List.of(Console.at(disk).forAudience(Audience.OPERATOR)));
    }

    /** Publishes {@code /}. */
    void welcome(Packages packages, Set<Welcome.Extra> extras) {
        router.setWelcome(new Welcome(codec, version, extras, packages::snapshots, router::routes, access::allows));
    }

    /**
     * Publishes a response for every path below these that no route handles. It is the same for all of them: a stranger
     * does not learn which ones exist. Published before anything else, because rules of records refer to paths.
     */
    private void areas() {
        Prefix admin = new Prefix("/admin", ORIGIN, door.before(OwnRoutes::notFound), Audience.OPERATOR);
        Prefix health = new Prefix("/health", ORIGIN, OwnRoutes::notFound, Audience.HEALTH);
        Prefix metrics = new Prefix("/metrics", ORIGIN, door.before(OwnRoutes::notFound), Audience.OPERATOR);
        router.publish("areas", List.of(), List.of(admin, health, metrics));
    }

    private static Response notFound(Request request) {
        throw NOT_FOUND.because("No resource at " + request.path()).exception();
    }

    private List<Route> routesOf(Object controller, RouteOwner owner, Audience audience) {
        return controllers.routesOf(controller, "", ORIGIN).stream()
                .map(route -> route.withOwner(owner).forAudience(audience))
                .toList();
    }
}

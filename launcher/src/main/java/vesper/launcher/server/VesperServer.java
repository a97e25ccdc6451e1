package vesper.launcher.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import vesper.hosting.Given;
import vesper.hosting.HostingSettings;
import vesper.hosting.Packages;
import vesper.http.ExchangeListener;
import vesper.http.HttpServer;
import vesper.launcher.admin.AdminAccess;
import vesper.launcher.admin.HealthController;
import vesper.launcher.admin.PackagesController;
import vesper.launcher.admin.Readiness;
import vesper.launcher.admin.StatusController;
import vesper.launcher.logging.AccessLog;
import vesper.launcher.logging.LogSetup;
import vesper.launcher.settings.Keys;
import vesper.launcher.settings.Settings;
import vesper.rest.Controllers;
import vesper.rest.Route;
import vesper.rest.Router;

/** A whole Vesper server. Reads from top to bottom as it starts; it stops in reverse. */
public final class VesperServer {
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
        LogSetup.level(settings.get(Keys.LOG_LEVEL));
        Folders folders = Folders.of(settings, home);
        Readiness readiness = new Readiness();
        Router router = new Router();
        Controllers controllers = new Controllers();
        router.publish("health", controllers.routesOf(new HealthController(readiness), "", "vesper"));

        List<ExchangeListener> listeners = new ArrayList<>();
        try (ProcessStop _ = ProcessStop.watch(stop);
                Closing accessLog = openAccessLog(listeners);
                HttpServer http = bind(new StartingUp(readiness, router), listeners);
                Packages packages = openPackages(folders, router, controllers)) {
            router.publish("admin", adminRoutes(packages));
            readiness.enter(Readiness.Phase.READY);
            whenReady.accept(addressOf(http.address()));

            stop.await();
            readiness.enter(Readiness.Phase.DRAINING);
        } finally {
            LogSetup.flush();
        }
    }
}

package vesper.hosting;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import vesper.codec.Codec;
import vesper.hosting.compiling.SourceFile;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.RouteOwner;
import vesper.rest.routing.AmbiguousRouteException;
import vesper.rest.routing.Route;
import vesper.services.collections.ServiceDeclaration;

/** Creates the services of a generation and replaces the package's routes and static files by theirs. */
final class ServiceStart {
    private final Platform platform;
    private final Duration hookTime;

    /**
     * Creates a starter for this platform.
     *
     * @param hookTime as {@link HostingSettings#hookTime}
     */
    ServiceStart(Platform platform, Duration hookTime) {
        this.platform = platform;
        this.hookTime = hookTime;
    }

    /** Started services and the number of their routes. */
    record Started(RunningServices services, int routes) {}

    /**
     * Starts a generation. Until this returns, requests use the previous routes.
     *
     * @throws NotStartedException if it fails; nothing has changed then, and services that had started are stopped
     */
    Started start(Generation generation) throws NotStartedException {
        PackageContents contents = generation.contents();
        RunningServices services = new RunningServices(contents.descriptor().name(), generation.loader(), hookTime);
        PackageDrivers drivers = generation.loader().drivers();
        try {
            drivers.register(hookTime);
            PackageCollections collections = new PackageCollections(platform, contents);
            List<Route> routes = routesOf(generation, services, collections);
            platform.router()
                    .publish(
                            contents.owner(),
                            routes,
                            WebFolder.of(contents, platform.provisions().disk()));
            collections.activate();
            return new Started(services, routes.size());
        } catch (AmbiguousRouteException e) {
            services.stop();
            drivers.deregister();
            // The message contains both sources, so the stack trace adds nothing.
            throw NotStartedException.forNow(String.valueOf(e.getMessage()));
        } catch (NotStartedException | RuntimeException | Error e) {
            services.stop();
            drivers.deregister();
            throw e;
        }
    }

    /** Releases a stopped package's resources other than routes, its collections, for other packages. */
    void stopped(String packageName) {
        platform.collections().ifPresent(collections -> collections.release(packageName));
    }

    private List<Route> routesOf(Generation generation, RunningServices services, PackageCollections collections)
            throws NotStartedException {
        PackageContents contents = generation.contents();
        // A codec caches classes, so one that outlived this generation would keep its code in memory.
        Codec codec = platform.codec().forOtherClasses();
        collections.declareAll();
        Controllers controllers =
                new Controllers(codec, platform.platformThreads(), platform.provisions(), services.calls());
        ServiceConstruction construction = new ServiceConstruction(platform.given(), contents);
        List<Route> routes = new ArrayList<>();
        for (Class<?> service : generation.services()) {
            if (Controllers.isAdvice(service)) {
                advise(
                        services.make(service, construction),
                        controllers,
                        originOf(service, contents),
                        generation.loader());
            }
        }
        for (Class<?> service : generation.services()) {
            if (Controllers.isAdvice(service)) continue;
            Object made = services.make(service, construction);
            String origin = originOf(service, contents);
            if (Controllers.isController(service)) {
                routes.addAll(routesOf(made, controllers, origin, generation.loader()));
            }
            if (ServiceDeclaration.isOn(service)) collections.declare(made, origin);
        }
        routes.addAll(collections.open(controllers, generation.docs(), codec));
        RouteOwner owner = new RouteOwner(contents.descriptor().name(), false, generation.docs());
        routes.replaceAll(route -> route.ownedBy(owner));
        // Counts calls, so that hooks and drivers are not removed before the calls have been answered.
        if (services.hasStopHooks() || generation.loader().drivers().areThere())
            routes.replaceAll(route -> route.filteredBy(services.calls()));
        return routes;
    }

    private void advise(Object made, Controllers controllers, String origin, PackageClassLoader classes)
            throws NotStartedException {
        read(made, classes, () -> {
            controllers.advisedBy(made, origin);
            return true;
        });
    }

    private List<Route> routesOf(Object made, Controllers controllers, String origin, PackageClassLoader classes)
            throws NotStartedException {
        return read(made, classes, () -> controllers.routesOf(made, Packages.SERVICES, origin));
    }

    /** Reading annotations may initialize classes of the package, by a default value of an enum type for example. */
    private <T> T read(Object made, PackageClassLoader classes, Callable<T> reading) throws NotStartedException {
        try {
            String step = "reading the annotations of " + made.getClass().getName();
            return Objects.requireNonNull(Step.call(step, classes, hookTime, reading));
        } catch (StepFailedException e) {
            switch (e.getCause()) {
                case IllegalArgumentException wrong ->
                    throw new NotStartedException(String.valueOf(wrong.getMessage()), wrong);
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case null, default -> throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
            }
        }
    }

    /** Returns the source file of a class, or the package's folder if it is not found. */
    private static String originOf(Class<?> service, PackageContents contents) {
        Path folder = contents.folder().getFileName();
        String path = "/" + service.getName().replace('.', '/') + ".";
        return contents.sources().stream()
                .map(SourceFile::path)
                .filter(source -> ("/" + source).contains(path))
                .findFirst()
                .map(source -> folder + "/" + source)
                .orElse(folder.toString());
    }
}

package vesper.hosting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import vesper.codec.Codec;
import vesper.hosting.kinds.Parts;
import vesper.rest.CallsInFlight;
import vesper.rest.binding.ArgumentSource;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.RouteOwner;
import vesper.rest.routing.AmbiguousRouteException;
import vesper.rest.routing.Route;

/** Creates the services of a generation and replaces the package's routes and static files by theirs. */
final class ServiceStart {
    private final Platform platform;
    private final PackageFilters filters;
    private final Duration hookTime;

    /**
     * Creates a starter for this platform.
     *
     * @param hookTime as {@link HostingSettings#hookTime}
     */
    ServiceStart(Platform platform, Duration hookTime) {
        this.platform = platform;
        this.filters = new PackageFilters(platform.codec());
        this.hookTime = hookTime;
    }

    /** Started services and the number of their routes. */
    record StartResult(RunningServices services, int routes) {}

    /**
     * Starts a generation. Until this returns, requests use the previous routes.
     *
     * @throws NotStartedException if it fails; nothing has changed then, and services that had started are stopped
     */
    StartResult start(PackageGeneration generation) throws NotStartedException {
        PackageContents contents = generation.contents();
        RunningServices services = new RunningServices(contents.descriptor().name(), generation.loader(), hookTime);
        PackageDrivers drivers = generation.loader().drivers();
        try {
            drivers.register(hookTime);
            PackageCollections collections = new PackageCollections(platform, contents, generation.loader(), hookTime);
            AssembledPackage assembled = assemble(generation, services, collections);
            PackageFilters.FilteredRoutes published = assembled.published();
            platform.router().publish(contents.owner(), published.routes(), published.prefixes());
            filters.share(contents.folderName(), assembled.parts().filters(), services.calls());
            collections.activate();
            generation.components().set(Optional.of(assembled.components()));
            services.setHealthChecks(assembled.components().own(HealthCheck.class));
            services.run(assembled.parts().activities());
            return new StartResult(services, published.routes().size());
        } catch (AmbiguousRouteException e) {
            undo(contents, services, drivers);
            // The message contains both sources, so the stack trace adds nothing.
            throw NotStartedException.temporary(String.valueOf(e.getMessage()));
        } catch (NotStartedException | RuntimeException | Error e) {
            undo(contents, services, drivers);
            throw e;
        }
    }

    private void undo(PackageContents contents, RunningServices services, PackageDrivers drivers) {
        services.stop();
        drivers.deregister();
        platform.triggers().release(contents.folderName());
    }

    /** Removes the filters that a package has for all packages. Called before its objects stop. */
    void withdrawFilters(String folderName) {
        filters.withdraw(folderName);
    }

    /** Releases the collections of a stopped package. */
    void releaseResources(String folderName) {
        platform.collections().ifPresent(collections -> collections.release(folderName));
    }

    /** A package that is ready to be published. */
    private record AssembledPackage(PackageFilters.FilteredRoutes published, Parts parts, Components components) {}

    private AssembledPackage assemble(
            PackageGeneration generation, RunningServices services, PackageCollections collections)
            throws NotStartedException {
        PackageContents contents = generation.contents();
        // A codec caches classes, so one that outlived this generation would keep its code in memory.
        Codec codec = platform.codec().forOtherClasses();
        collections.declareAll();
        Components components = componentsOf(generation, services);
        services.use(components.usedServices());
        Controllers controllers = new Controllers(
                codec,
                platform.platformThreads(),
                platform.provisions().with(components.extensions(ArgumentSource.class)),
                services.calls());
        Parts parts = new Parts(
                contents.descriptor().name(),
                contents.folderName(),
                Packages.SERVICES,
                codec,
                controllers,
                platform.triggers());
        new ObjectStart(generation, components, parts, hookTime).startAll();
        List<Route> routes = new ArrayList<>(parts.routes());
        collections.addAll(parts.collections());
        routes.addAll(collections.open(controllers, generation.docs(), codec));
        RouteOwner owner = new RouteOwner(contents.descriptor().name(), false, generation.docs());
        routes.replaceAll(route -> route.withOwner(owner));
        PackageFilters.FilteredRoutes published = filters.apply(
                parts.filters(),
                routes,
                WebFolder.of(contents, platform.provisions().disk()),
                codec);
        // Counts calls, so that hooks and drivers are not removed before the calls have been answered.
        boolean mustCountCalls = services.needsCount()
                || !parts.activities().isEmpty()
                || generation.loader().drivers().exist();
        return new AssembledPackage(
                mustCountCalls ? counted(published, services.calls()) : published, parts, components);
    }

    private static PackageFilters.FilteredRoutes counted(PackageFilters.FilteredRoutes published, CallsInFlight calls) {
        return new PackageFilters.FilteredRoutes(
                published.routes().stream()
                        .map(route -> route.filteredBy(calls))
                        .toList(),
                published.prefixes());
    }

    private Components componentsOf(PackageGeneration generation, RunningServices services) {
        List<Components> dependencies = generation.dependencies().stream()
                .flatMap(dependency -> dependency.components().get().stream())
                .toList();
        return new Components(
                platform.injectables(), generation.contents(), generation.services(), dependencies, services);
    }
}

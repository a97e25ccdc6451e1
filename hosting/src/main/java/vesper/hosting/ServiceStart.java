package vesper.hosting;

import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import vesper.codec.Codec;
import vesper.hosting.compiling.SourceFile;
import vesper.hosting.kinds.Made;
import vesper.hosting.kinds.Parts;
import vesper.hosting.kinds.ServiceKind;
import vesper.hosting.kinds.ServiceKinds;
import vesper.rest.CallsInFlight;
import vesper.rest.binding.ArgumentSource;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.RouteOwner;
import vesper.rest.routing.AmbiguousRouteException;
import vesper.rest.routing.Route;
import vesper.services.collections.BadDeclarationException;

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
            PackageCollections collections = new PackageCollections(platform, contents);
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
        platform.triggers().release(contents.descriptor().name());
    }

    /** Removes the filters that a package has for all packages. Called before its objects stop. */
    void withdrawFilters(String folderName) {
        filters.withdraw(folderName);
    }

    /** Releases the collections of a stopped package. */
    void releaseResources(String packageName) {
        platform.collections().ifPresent(collections -> collections.release(packageName));
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
        Controllers controllers = new Controllers(
                codec,
                platform.platformThreads(),
                platform.provisions().with(components.extensions(ArgumentSource.class)),
                services.calls());
        Parts parts =
                new Parts(contents.descriptor().name(), Packages.SERVICES, codec, controllers, platform.triggers());
        startObjects(generation, components, parts);
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
        boolean mustCountCalls = services.hasStopHooks()
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

    /** Creates the objects of all kinds, and then starts those of one kind after those of the other. */
    private void startObjects(PackageGeneration generation, Components components, Parts parts)
            throws NotStartedException {
        for (Class<?> type : generation.services()) components.of(type);
        for (ServiceKind kind : ServiceKinds.ALL) {
            startAll(kind, generation.services(), generation, components, parts);
        }
        List<ServiceKind> more = components.extensions(ServiceKind.class);
        if (more.isEmpty()) return;
        List<Class<?>> types = typesOf(generation);
        for (ServiceKind kind : more) startAll(kind, types, generation, components, parts);
    }

    private void startAll(
            ServiceKind kind, List<Class<?>> types, PackageGeneration generation, Components components, Parts parts)
            throws NotStartedException {
        for (Class<?> type : types) {
            if (!isOn(kind, type, generation.loader())) continue;
            Made candidate = new Made(components.of(type), originOf(type, generation.contents()));
            start(kind, candidate, parts, generation.loader());
        }
    }

    /** A kind that a package brings is code of that package, which may hang. */
    private boolean isOn(ServiceKind kind, Class<?> type, PackageClassLoader classes) throws NotStartedException {
        if (ServiceKinds.ALL.contains(kind)) return kind.isOn(type);
        try {
            String step = "checking classes for the kind " + kind.getClass().getName();
            return Boolean.TRUE.equals(Step.call(step, classes, hookTime, () -> kind.isOn(type)));
        } catch (StepFailedException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    /** Returns all classes that an object can be made of. */
    private List<Class<?>> typesOf(PackageGeneration generation) throws NotStartedException {
        PackageClassLoader loader = generation.loader();
        try {
            return Objects.requireNonNull(Step.call("loading the classes", loader, hookTime, () -> {
                List<Class<?>> types = new ArrayList<>();
                for (String name : generation.classes().topLevelNames()) types.add(loader.loadClass(name));
                types.removeIf(type -> type.isInterface() || Modifier.isAbstract(type.getModifiers()));
                return types;
            }));
        } catch (StepFailedException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e.getCause());
        }
    }

    private Components componentsOf(PackageGeneration generation, RunningServices services) {
        List<Components> dependencies = generation.dependencies().stream()
                .flatMap(dependency -> dependency.components().get().stream())
                .toList();
        return new Components(
                platform.injectables(), generation.contents(), generation.services(), dependencies, services);
    }

    /** Reading annotations may initialize classes of the package, by a default value of an enum type for example. */
    private void start(ServiceKind kind, Made made, Parts parts, PackageClassLoader classes)
            throws NotStartedException {
        try {
            String step = "reading the annotations of " + made.type().getName();
            boolean _ = Boolean.TRUE.equals(Step.call(step, classes, hookTime, () -> {
                kind.start(made, parts);
                return true;
            }));
        } catch (StepFailedException e) {
            switch (e.getCause()) {
                case IllegalArgumentException wrong ->
                    throw new NotStartedException(String.valueOf(wrong.getMessage()), wrong);
                case BadDeclarationException wrong ->
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

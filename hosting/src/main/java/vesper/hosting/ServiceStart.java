package vesper.hosting;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import vesper.hosting.compiling.SourceFile;
import vesper.rest.AmbiguousRouteException;
import vesper.rest.Controllers;
import vesper.rest.Route;
import vesper.rest.RouteOwner;

/** Makes the services of a generation and puts their routes in the place of those that the package had. */
final class ServiceStart {
    /** Where services of packages answer. */
    static final String PREFIX = "/api";

    private final Platform platform;

    ServiceStart(Platform platform) {
        this.platform = platform;
    }

    /**
     * Starts a generation; until it returns, requests find what they found before.
     *
     * @return how many routes it has
     * @throws NotStartedException and nothing has changed then
     */
    int start(Generation generation) throws NotStartedException {
        List<Route> routes = new ArrayList<>();
        // A codec remembers the classes it has met, so one that outlived this generation would keep its code.
        Controllers controllers =
                new Controllers(platform.codec().forOtherClasses(), platform.platformThreads(), platform.provisions());
        for (Class<?> service : generation.services()) {
            if (Controllers.isAdvice(service)) advise(service, controllers, generation.contents());
        }
        for (Class<?> service : generation.services()) {
            if (Controllers.isController(service)) {
                routes.addAll(routesOf(service, controllers, generation.contents()));
            }
        }
        RouteOwner owner = new RouteOwner(generation.contents().descriptor().name(), false, generation.docs());
        routes.replaceAll(route -> route.ownedBy(owner));
        try {
            platform.router().publish(generation.contents().owner(), routes);
        } catch (AmbiguousRouteException e) {
            // Both sources are in the message; where this was thrown helps nobody.
            throw NotStartedException.atOthersPlace(String.valueOf(e.getMessage()));
        }
        return routes.size();
    }

    private void advise(Class<?> service, Controllers controllers, PackageContents contents)
            throws NotStartedException {
        Object made = new ServiceConstruction(platform.given(), contents).make(service);
        try {
            controllers.advisedBy(made, originOf(service, contents));
        } catch (IllegalArgumentException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e);
        }
    }

    private List<Route> routesOf(Class<?> service, Controllers controllers, PackageContents contents)
            throws NotStartedException {
        Object made = new ServiceConstruction(platform.given(), contents).make(service);
        try {
            return controllers.routesOf(made, PREFIX, originOf(service, contents));
        } catch (IllegalArgumentException e) {
            throw new NotStartedException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The source that is named like the class, or the package's folder. */
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

package vesper.hosting.kinds;

import java.util.ArrayList;
import java.util.List;
import vesper.codec.Codec;
import vesper.rest.controllers.Controllers;
import vesper.rest.filters.PackageFilter;
import vesper.rest.routing.CanonicalPath;
import vesper.rest.routing.Route;
import vesper.rest.triggers.RunningTrigger;
import vesper.rest.triggers.Trigger;
import vesper.rest.triggers.Triggers;
import vesper.services.collections.Declaration;

/**
 * A package that is starting, as its kinds of classes see it: what they can use, and where they put what they offer.
 * One thread at a time uses it.
 */
public final class Parts {
    /** The paths that the server answers itself. */
    private static final List<String> SERVER_PATHS = List.of("/admin", "/health", "/metrics", "/console");

    private final String packageName;
    private final String folderName;
    private final String pathPrefix;
    private final Codec codec;
    private final Controllers controllers;
    private final Triggers triggers;
    private final List<Route> routes = new ArrayList<>();
    private final List<Declaration> collections = new ArrayList<>();
    private final List<PackageFilter> filters = new ArrayList<>();
    private final List<Activity> activities = new ArrayList<>();

    /** Something that runs while a package serves. */
    public interface Activity {
        /** Starts it, once the routes of the package are published. */
        void start();

        /** Stops it, before the stop hooks of the package are called. Waits for work in progress if that is short. */
        void stop();
    }

    /**
     * Creates the parts of one version of a package.
     *
     * @param pathPrefix prepended to the paths of routes, {@code /api}
     * @param codec converts values of this version's classes
     * @param triggers lists and runs triggers
     */
    public Parts(
            String packageName,
            String folderName,
            String pathPrefix,
            Codec codec,
            Controllers controllers,
            Triggers triggers) {
        this.packageName = packageName;
        this.folderName = folderName;
        this.pathPrefix = pathPrefix;
        this.codec = codec;
        this.controllers = controllers;
        this.triggers = triggers;
    }

    public String packageName() {
        return packageName;
    }

    /** Returns the prefix of all paths of services, {@code /api}. */
    public String pathPrefix() {
        return pathPrefix;
    }

    /** Returns the converter of values from and to JSON and XML. */
    public Codec codec() {
        return codec;
    }

    /** Returns the reader of annotated request handlers. */
    public Controllers controllers() {
        return controllers;
    }

    /**
     * Adds routes to the package.
     *
     * @throws IllegalArgumentException if a route has a path of the server itself, {@code /admin} for example
     */
    public void addRoutes(List<Route> more) {
        more.forEach(Parts::requireOutsideOfServer);
        routes.addAll(more);
    }

    private static void requireOutsideOfServer(Route route) {
        String pattern = route.pattern();
        String path = CanonicalPath.of(pattern.startsWith("/") ? pattern : "/" + pattern);
        for (String reserved : SERVER_PATHS) {
            if (!path.equals(reserved) && !path.startsWith(reserved + "/")) continue;
            throw new IllegalArgumentException(route.source() + ": the route " + route.method() + " " + route.pattern()
                    + " is below " + reserved + ", which belongs to the server; start the path with the prefix of"
                    + " services, Parts.pathPrefix()");
        }
    }

    /** Adds a collection of documents to the package. */
    public void addCollection(Declaration declared) {
        collections.add(declared);
    }

    /** Adds a filter. */
    public void addFilter(PackageFilter filter) {
        filters.add(filter);
    }

    /**
     * Adds a trigger. It starts when the routes of the package are published, and operators can pause it.
     *
     * @throws IllegalArgumentException if kind or name is invalid, or another package has a trigger with both
     */
    public void addTrigger(Trigger trigger) {
        RunningTrigger reserved;
        try {
            reserved = triggers.reserve(trigger, folderName, packageName);
        } catch (IllegalStateException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        addActivity(new Activity() {
            @Override
            public void start() {
                triggers.run(reserved);
            }

            @Override
            public void stop() {
                triggers.stopAndRemove(reserved);
            }

            @Override
            public String toString() {
                return "the trigger " + reserved.id();
            }
        });
    }

    /** Adds something that runs while the package serves. */
    public void addActivity(Activity activity) {
        activities.add(activity);
    }

    /** Returns the routes so far, in the order in which they were added. */
    public List<Route> routes() {
        return List.copyOf(routes);
    }

    /** Returns the collections so far. */
    public List<Declaration> collections() {
        return List.copyOf(collections);
    }

    /** Returns the filters so far. */
    public List<PackageFilter> filters() {
        return List.copyOf(filters);
    }

    /** Returns the activities so far. */
    public List<Activity> activities() {
        return List.copyOf(activities);
    }
}

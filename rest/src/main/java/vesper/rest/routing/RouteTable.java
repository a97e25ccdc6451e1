package vesper.rest.routing;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.rest.paths.PathPattern;

/** A snapshot of all published routes and prefixes. Immutable once built. */
final class RouteTable {
    static final RouteTable EMPTY = new RouteTable();

    private final Map<String, Resource> literals = new HashMap<>();
    private final PathTree tree = new PathTree();
    private final Map<String, Prefix> prefixes = new HashMap<>();
    private int longestPrefix;
    private final List<Route> routes = new ArrayList<>();

    private RouteTable() {}

    /**
     * Builds the table of these owners.
     *
     * @throws AmbiguousRouteException if two routes, or two prefixes, handle the same requests
     * @throws IllegalArgumentException if a pattern or media type is malformed
     */
    static RouteTable of(Collection<Publications> owners) {
        RouteTable table = new RouteTable();
        for (Publications publications : owners) {
            for (Route route : publications.routes()) table.add(route);
            for (Prefix prefix : publications.prefixes()) table.add(prefix);
        }
        return table;
    }

    private void add(Route route) {
        PathPattern pattern = PathPattern.parse(route.pattern());
        Resource resource = tree.at(pattern);
        resource.add(new TableEntry(route));
        if (pattern.isLiteral()) literals.put(PathPattern.join(route.pattern()), resource);
        routes.add(route);
    }

    private void add(Prefix prefix) {
        Prefix other = prefixes.get(prefix.path());
        if (other != null && !other.isPlaceholder()) {
            if (prefix.isPlaceholder()) return;
            throw new AmbiguousRouteException(other, prefix);
        }
        prefixes.put(prefix.path(), prefix);
        longestPrefix = Math.max(longestPrefix, prefix.path().length());
    }

    List<Route> routes() {
        return routes;
    }

    /**
     * Returns the resource of exactly this path as it was sent, or null. Does not decode the path, so the tree may
     * still have a match.
     */
    @Nullable
    Resource literal(String path) {
        return literals.get(path);
    }

    PathTree tree() {
        return tree;
    }

    /**
     * Returns the longest matching prefix. Ignores the part of the path that is longer than any prefix, so its number
     * of slashes does not matter.
     */
    @Nullable
    Prefix prefix(String path) {
        if (prefixes.isEmpty()) return null;
        String start = path.length() <= longestPrefix ? path : path.substring(0, path.lastIndexOf('/', longestPrefix));
        while (start.length() > 1) {
            Prefix prefix = prefixes.get(start);
            if (prefix != null) return prefix;
            start = start.substring(0, start.lastIndexOf('/'));
        }
        return prefixes.get("/");
    }
}
